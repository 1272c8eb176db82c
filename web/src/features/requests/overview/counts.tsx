import { useFormats } from '@/lib/formats';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { Progress } from '../shared/progress';
import { fieldKeys } from '../shared/words';
import classes from './counts.module.css';

const counts = [
  ['documentsRequested', 'neutral'],
  ['documentsAccepted', 'ok'],
  ['documentsPending', 'warn'],
  ['documentsRejected', 'bad'],
  ['documentsNotRequired', 'neutral'],
] as const;

/** The five counts, which always add up. */
export function Counts({ request }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <div className={`${classes.box} card mb-24`}>
      <dl className={`${classes.counts} grid m-0 mb-8`}>
        {counts.map(([name, tone]) => (
          <div key={name} className={`${classes.count} py-12 px-20`} data-tone={tone}>
            <dt>{t(fieldKeys(name))}</dt>
            <dd>{number(request[name])}</dd>
          </div>
        ))}
      </dl>
      <Progress row={request} wide />
    </div>
  );
}
