import { Link } from '@tanstack/react-router';
import { RequestStatus } from '@/components/request-status';
import { today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { dueOf, isOwed, newestOf } from '../model/owing';
import { Claim } from '../shared/claim';
import { LevelText } from '../shared/level-text';
import { Waiver } from '../shared/waiver';
import { DocumentMenu } from './document-menu';
import classes from './overview.module.css';

interface Props {
  document: RequestDocument;
  request: DocRequest;
  screenId: string;
  details: string | undefined;
}

/** One document: title, due date, status and reason. */
export function DocumentLine({ document, request, screenId, details }: Props) {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  const due = dueOf(request, document);
  const isLate = isOwed(document) && due !== null && due < today();
  const newest = newestOf(document);
  return (
    <li className={`${classes.document} grid line-above`}>
      <div className={`${classes.documentText} column narrow`}>
        <span className={`${classes.documentTitle} flex wrap align-baseline medium break`}>
          {details ? (
            <Link
              to={details}
              search={{ doc: String(document.documentNo) } as never}
              className={`${classes.link} plain-link`}
            >
              {document.documentTitle}
            </Link>
          ) : (
            document.documentTitle
          )}
          {!document.mandatory && <span className={classes.tag}>{t('ui.requests.optional')}</span>}
        </span>
        {document.instructions && <span className="m-0 text-13 muted break">{document.instructions}</span>}
        {document.status === 'Rejected' && (
          <span className="text-13 bad break">
            {[document.reasonCode && t(`reject.${document.reasonCode}`), document.reasonRemark]
              .filter(Boolean)
              .join(': ')}
          </span>
        )}
        <Claim document={document} request={request} screenId={screenId} />
        <Waiver document={document} request={request} screenId={screenId} />
      </div>
      <span className={`${classes.when} text-13 muted`} data-late={isLate || undefined}>
        {newest && !isOwed(document)
          ? t('ui.requests.cameOn', { on: moment(newest.uploadedOn), version: newest.versionNo })
          : due && t(isLate ? 'ui.requests.dueLate' : 'ui.requests.due', { day: date(due) })}
      </span>
      <span className={`${classes.state} column align-start gap-2`}>
        <RequestStatus value={document.status} />
        <LevelText document={document} levels={request.verificationLevels} />
      </span>
      <DocumentMenu document={document} request={request} screenId={screenId} />
    </li>
  );
}
