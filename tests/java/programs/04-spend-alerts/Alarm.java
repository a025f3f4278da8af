package spendreport.shared;

public class Alarm {
    public long id;
}
