import { Box, NumberInput, SegmentedControl, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import looks from '@/lib/theme/looks.module.css';
import type { UrlState } from '@/lib/url-state';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { useChoices } from './access-check';
import classes from './access-check.module.css';

interface Props {
  question: Question;
  onAsk(patch: Partial<Question>): void;
}

/** User and action. The answer loads as soon as both are chosen. */
export function QuestionForm({ question, onAsk }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const kinds = [
    { value: 'screen', label: t('ui.accessCheck.kindScreen') },
    { value: 'business', label: t('ui.accessCheck.kindBusiness') },
    { value: 'branch', label: t('ui.accessCheck.kindBranch') },
  ];
  return (
    <Box className={`${classes.form} ${looks.card}`} p={20}>
      <UserField value={question.userId} onChange={(userId) => onAsk({ userId })} />
      <div>
        <Text mb={4} fz="md" fw={500} id="access-check-kind">
          {t('ui.accessCheck.kind')}
        </Text>
        <SegmentedControl
          fullWidth
          orientation={isPhone ? 'vertical' : 'horizontal'}
          size={isPhone ? 'lg' : 'sm'}
          aria-labelledby="access-check-kind"
          data={kinds}
          value={question.kind}
          onChange={(kind) => onAsk({ kind: kind as Kind })}
        />
      </div>
      {question.kind === 'screen' && <ScreenFields question={question} onAsk={onAsk} />}
      {question.kind === 'business' && <BusinessFields question={question} onAsk={onAsk} />}
      {question.kind === 'branch' && <BranchField value={question.place} onAsk={onAsk} />}
    </Box>
  );
}

function UserField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed === value ? '' : typed.trim(), 250);
  const { data } = useChoices('sms', 'usermaster', q);
  const ids = new Set([...(value ? [value] : []), ...(data ?? []).map((user) => String(user.userId))]);
  return (
    <Select
      label={t('ui.accessCheck.user')}
      data={[...ids]}
      value={value || null}
      onChange={(next) => next && onChange(next)}
      onSearchChange={setTyped}
      // The server has already searched, by name too.
      filter={({ options }) => options}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('message.noRecords')}
    />
  );
}

function ScreenFields({ question, onAsk }: Props) {
  const { t } = useTranslation();
  const screens = useMemo(() => {
    const titles = t('screen', { returnObjects: true }) as Record<string, string>;
    return Object.entries(titles)
      .filter(([code]) => !code.startsWith('SD-CUS'))
      .map(([code]) => ({ value: code, label: `${t(`screen.${code}`)} · ${code}` }))
      .sort((one, other) => one.label.localeCompare(other.label));
  }, [t]);
  return (
    <>
      <Select
        label={t('ui.accessCheck.screen')}
        data={screens}
        value={question.screenCode || null}
        onChange={(screenCode) => screenCode && onAsk({ screenCode })}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('message.noRecords')}
      />
      <Select
        label={t('ui.accessCheck.action')}
        data={screenActions.map((value) => ({ value, label: t(`option.actionCode.${value}`) }))}
        value={question.actionCode}
        onChange={(actionCode) => actionCode && onAsk({ actionCode })}
        allowDeselect={false}
      />
    </>
  );
}

function BusinessFields({ question, onAsk }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('ui.accessCheck.business')}
        data={businessActions.map((value) => ({ value, label: t(`option.actionCode.${value}`) }))}
        value={question.businessAction || null}
        onChange={(businessAction) => businessAction && onAsk({ businessAction })}
        allowDeselect={false}
      />
      {question.businessAction === 'review' && (
        <NumberInput
          label={t('ui.accessCheck.level')}
          description={t('ui.accessCheck.levelHint')}
          value={question.level === '' ? '' : Number(question.level)}
          onChange={(level) => onAsk({ level: String(level) })}
          min={1}
          max={999}
          allowDecimal={false}
        />
      )}
    </>
  );
}

function BranchField({ value, onAsk }: { value: string; onAsk: Props['onAsk'] }) {
  const { t } = useTranslation();
  const { data } = useChoices('admin', 'branchmaster', '');
  const places = (data ?? []).map((branch) => ({
    value: `${branch.tenantCode}/${branch.branchCode}`,
    label: [branch.tenantCode, branch.branchCode, branch.branchName].filter(Boolean).join(' · '),
  }));
  return (
    <Select
      label={t('ui.accessCheck.branch')}
      data={places}
      value={value || null}
      onChange={(place) => place && onAsk({ place })}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('message.noRecords')}
    />
  );
}

export type Kind = 'screen' | 'business' | 'branch';

/** The question, kept in the address so that an answer can be shared. */
export interface Question {
  userId: string;
  kind: Kind;
  screenCode: string;
  actionCode: string;
  businessAction: string;
  level: string;
  /** `tenant/branch` */
  place: string;
}

const kinds: Kind[] = ['screen', 'business', 'branch'];

const screenActions = ['access', 'view', 'edit', 'delete', 'copy', 'close'];

export const businessActions = [
  'send',
  'approve',
  'decline',
  'forward',
  'extend',
  'cancel',
  'review',
  'export',
  'import',
  'purge',
  'legalhold',
  'vieworiginal',
  'tryrules',
];

export function readQuestion(search: UrlState): Question {
  const among = (name: string, known: string[], usual = '') =>
    known.includes(search[name] ?? '') ? (search[name] as string) : usual;
  return {
    userId: search.check ?? '',
    kind: among('kind', kinds, 'screen') as Kind,
    screenCode: search.screen ?? '',
    actionCode: among('action', screenActions, 'view'),
    businessAction: among('business', businessActions),
    level: /^[1-9]\d{0,2}$/.test(search.level ?? '') ? (search.level as string) : '',
    place: search.place ?? '',
  };
}

export const writeQuestion = ({ kind, ...question }: Question): Record<string, string> => ({
  check: question.userId,
  kind: kind === 'screen' ? '' : kind,
  screen: question.screenCode,
  action: question.actionCode === 'view' ? '' : question.actionCode,
  business: question.businessAction,
  level: question.level,
  place: question.place,
});

/** The request body, or undefined while something is still missing. */
export function bodyOf({ userId, kind, ...question }: Question): Record<string, string | number> | undefined {
  const { screenCode, actionCode, businessAction, level, place } = question;
  if (!userId) return undefined;
  if (kind === 'screen') return screenCode ? { userId, screenCode, actionCode } : undefined;
  if (kind === 'business') {
    if (!businessAction) return undefined;
    const hasLevel = businessAction === 'review' && level;
    return hasLevel ? { userId, businessAction, level: Number(level) } : { userId, businessAction };
  }
  const [tenantCode, branchCode] = place.split('/');
  return tenantCode && branchCode ? { userId, tenantCode, branchCode } : undefined;
}
