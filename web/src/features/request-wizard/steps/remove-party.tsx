import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { confirm } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { addingTo, focusOneOf } from '../focus';
import { type PartyValues, partyName } from '../model/values';
import type { Acts } from '../use-wizard';

export function RemoveParty({ party, title, acts }: { party: PartyValues; title: string; acts: Acts }) {
  const { t } = useTranslation();
  const name = partyName(party) || title;
  const remove = async () => {
    if (!(await confirm('remove', name))) return;
    flushSync(() => acts.removeParty(party.key));
    focusOneOf([addingTo(party.authorisedBy)]);
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('ui.wizard.party.remove', { name })}
      onClick={remove}
    >
      <IconTrash size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
