import type { ReactNode } from 'react';
import type { DocRequest } from '@/lib/requests';
import { RequestStatus } from '@/shared/request-status';
import { useNames } from '../data/use-choices';
import classes from './shared.module.css';

/** The customer, the status, and the actions of the request. */
export function RequestHead({ request, children }: { request: DocRequest; children?: ReactNode }) {
  const category = useNames('categorydefinition', 'categoryCode', [request.requestCategory]);
  const branch = useNames('branchmaster', 'branchCode', [request.branchCode]);
  const facts = [category(request.requestCategory), branch(request.branchCode)].filter(Boolean);
  return (
    <header className={`${classes.head} flex wrap between align-start mb-16`}>
      <div className="narrow">
        <div className={`${classes.first} row wrap`}>
          <h1 className="break">{request.customerName || request.txnRefNo}</h1>
          <RequestStatus value={request.transactionStatus} />
        </div>
        <p className={`${classes.second} flex wrap muted`}>
          <span className={`${classes.reference} medium figures`}>{request.txnRefNo}</span>
          {facts.map((fact) => (
            <span key={fact} title={fact}>
              {fact}
            </span>
          ))}
        </p>
      </div>
      {children && <div className={`${classes.actions} flex wrap gap-8`}>{children}</div>}
    </header>
  );
}
