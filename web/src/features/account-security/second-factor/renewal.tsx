import { useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { renewCodes } from './calls';
import { CodeStep } from './code-step';
import { RecoveryCodes } from './recovery-codes';
import { Window } from './window';

interface Props {
  opened: boolean;
  onClose(): void;
  /** The user has kept the new codes. */
  onDone(): void;
}

/** An app code, then new recovery codes that replace the old ones. */
export function Renewal({ opened, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[]>();
  const finish = () => {
    setCodes(undefined);
    onDone();
  };
  return (
    <Window
      opened={opened}
      title={t(codes ? 'ui.secondFactor.codes.title' : 'ui.secondFactor.renewal.title')}
      must={codes !== undefined}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={finish} />
      ) : (
        <CodeStep
          text={t('ui.secondFactor.renewal.text')}
          submit={t('ui.secondFactor.renewal.submit')}
          onCode={async (code) => setCodes(await renewCodes(code))}
          onCancel={onClose}
        />
      )}
    </Window>
  );
}
