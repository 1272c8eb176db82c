import type { ReactNode } from 'react';
import { RequestStatus } from '@/components/request-status';
import type { DocRequest } from '@/lib/requests';
import { useNames } from '../data/use-choices';
import classes from './request-head.module.css';

/** The customer, the status, and the actions of the request. */
export function RequestHead({ request, children }: { request: DocRequest; children?: ReactNode }) {
  const category = useNames('categorydefinition', 'categoryCode', [request.requestCategory]);
  const branch = useNames('branchmaster', 'branchCode', [request.branchCode]);
  const facts = [category(request.requestCategory), branch(request.branchCode)].filter(Boolean);
  return (
    <header className={classes.head}>
      <div className={classes.names}>
        <div className={classes.first}>
          <h1 className={classes.title}>{request.customerName || request.txnRefNo}</h1>
          <RequestStatus value={request.transactionStatus} />
        </div>
        <p className={classes.second}>
          <span className={classes.reference}>{request.txnRefNo}</span>
          {facts.map((fact) => (
            <span key={fact} title={fact}>
              {fact}
            </span>
          ))}
        </p>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </header>
  );
}
