import { useTranslation } from '@/lib/wording';
import { removeApp } from './calls';
import { PasswordStep } from './password-step';
import { Window } from './window';

interface Props {
  opened: boolean;
  isRequired: boolean;
  onClose(): void;
  onDone(): void;
}

export function Removal({ opened, isRequired, onClose, onDone }: Props) {
  const { t } = useTranslation();
  return (
    <Window opened={opened} title={t('ui.secondFactor.removal.title')} onClose={onClose}>
      <PasswordStep
        text={t(isRequired ? 'ui.secondFactor.removal.mailText' : 'ui.secondFactor.removal.text')}
        submit={t('ui.secondFactor.remove')}
        isDanger
        onCancel={onClose}
        onPassword={async (password) => {
          await removeApp(password);
          onDone();
        }}
      />
    </Window>
  );
}
