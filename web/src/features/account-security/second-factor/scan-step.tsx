import { useTranslation } from '@/lib/wording';
import { confirmApp, type Enrolment } from './calls';
import { CodeStep } from './code-step';
import { CopyButton } from './copy-button';
import classes from './second-factor.module.css';

interface Props {
  enrolment: Enrolment;
  onCodes(codes: string[]): void;
  onCancel(): void;
}

/** Groups of four, as people read a long key aloud. */
const spaced = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The QR code for the app, and the first code, which proves that it was scanned. */
export function ScanStep({ enrolment, onCodes, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <CodeStep
      text={t('ui.secondFactor.setup.scan')}
      submit={t('ui.secondFactor.setup.turnOn')}
      onCode={async (code) => onCodes(await confirmApp(code))}
      onCancel={onCancel}
    >
      <div className={`${classes.scan} row`}>
        <img className={classes.qr} src={enrolment.qr} alt={t('ui.secondFactor.setup.qr')} />
        <div className="grid narrow gap-8 text-13">
          <a className={`text-link ${classes.open}`} href={enrolment.uri}>
            {t('ui.secondFactor.setup.open')}
          </a>
          <p className="m-0 muted">{t('ui.secondFactor.setup.manual')}</p>
          <div className={`${classes.key} row gap-8 outlined surface`}>
            <code>{spaced(enrolment.secret)}</code>
            <CopyButton text={enrolment.secret} name={t('ui.secondFactor.setup.copyKey')} />
          </div>
        </div>
      </div>
    </CodeStep>
  );
}
