import { useFormats } from '@/lib/formats';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { useNames } from '../data/use-choices';
import { usePerson } from '../data/use-person';
import { FactList } from '../shared/fact-list';
import { useActionText } from '../shared/words';
import classes from './overview.module.css';

/** Dates and people of the request. */
export function Facts({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  const branch = useNames('branchmaster', 'branchCode', [request.branchCode]);
  const did = useActionText();
  const { owner, forwardedTo, createdBy, latestActionBy } = request;
  const who = usePerson(request, [owner, forwardedTo, createdBy, latestActionBy]);
  const latest = [did(request.latestAction), latestActionBy && who(latestActionBy)]
    .filter(Boolean)
    .join(' · ');
  return (
    <section className={`${classes.box} p-20 card`}>
      <h2 className={`${classes.heading} title`}>{t('ui.requests.facts')}</h2>
      <FactList
        facts={[
          ['documentDueDate', request.documentDueDate && date(request.documentDueDate)],
          ['expiresOn', request.expiresOn && date(request.expiresOn)],
          ['owner', who(owner)],
          ['forwardedTo', forwardedTo ? who(forwardedTo) : null],
          ['branchCode', branch(request.branchCode)],
          ['createdOn', moment(request.createdOn)],
          ['createdBy', who(createdBy)],
          ['sentOn', request.sentOn && moment(request.sentOn)],
          ['closedOn', request.closedOn && moment(request.closedOn)],
          ['latestAction', latest],
          ['verificationLevels', String(request.verificationLevels)],
        ]}
      />
    </section>
  );
}
