final class Generator { static void main(java.util.List<String> a) {} }
