package spendreport.shared;

public class Payment {
    private long accountId;

    public long getAccountId() {
        return accountId;
    }
}
