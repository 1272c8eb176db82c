import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { options } from '@/lib/api';
import { useDefinition } from '@/lib/definitions';
import { useAuth } from '@/lib/session';
import classes from '../log.module.css';

interface Props {
  /** The log whose user ids these are. */
  resource: string;
  label: string;
  value: string;
  inputRef?: Ref<HTMLInputElement>;
  onChange(userId: string): void;
}

/** User ids to choose from, for readers who may see them; others type the id. */
function useUserIds(resource: string, typed: string, isWanted: boolean) {
  const { entityCode, userId } = useAuth();
  const master = resource === 'customeractionlog' ? 'customerusermaster' : 'usermaster';
  const { definition } = useDefinition(master);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery({
    queryKey: ['log-users', entityCode, userId, master, q],
    enabled: isWanted && definition !== undefined,
    queryFn: () => options<{ userId: string }>({ area: 'sms', resource: master }, q, { screenId: '' }),
  });
  return [...new Set(data?.map((user) => user.userId))];
}

export function UserFilter({ resource, label, value, inputRef, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const [before, setBefore] = useState(value);
  const [isFocused, setIsFocused] = useState(false);
  const [isOpened, setIsOpened] = useState(false);
  if (value !== before) {
    setBefore(value);
    setTyped(value);
  }
  const take = (text: string) => {
    setIsOpened(false);
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <Autocomplete
      ref={inputRef}
      className={classes.filter}
      aria-label={label}
      placeholder={label}
      leftSection={<IconUser size={16} stroke={1.75} aria-hidden />}
      data={useUserIds(resource, typed === value ? '' : typed, isFocused)}
      // The server has already filtered; do not filter again.
      filter={({ options: given }) => given}
      value={typed}
      onChange={setTyped}
      dropdownOpened={isOpened}
      onDropdownOpen={() => setIsOpened(true)}
      onDropdownClose={() => setIsOpened(false)}
      onOptionSubmit={take}
      onFocus={() => setIsFocused(true)}
      onBlur={() => {
        setIsFocused(false);
        take(typed);
      }}
      onKeyDown={(event) => event.key === 'Enter' && take(typed)}
      onClear={() => take('')}
      clearable
      maxDropdownHeight={260}
    />
  );
}
