import { ActionIcon, Kbd, Popover } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import classes from './workbench.module.css';

const keys = [
  ['A', 'accept'],
  ['R', 'reject'],
  ['B', 'sendback'],
  ['U', 'undo'],
  ['J', 'next'],
  ['K', 'previous'],
  ['M', 'remark'],
  ['+ −', 'zoom'],
  ['0', 'fit'],
  ['T', 'turn'],
] as const;

/** Keyboard shortcuts for frequent reviewers. */
export function Shortcuts() {
  const { t } = useTranslation();
  const name = t('ui.requests.keys.title');
  return (
    <Popover position="bottom-end" width={260} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={`${classes.tool} ${classes.keyboard}`}
          aria-label={name}
          title={name}
        >
          <IconKeyboard size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <dl className={`${classes.keys} grid m-0 gap-8 text-13`}>
          {keys.map(([key, what]) => (
            <div key={key}>
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{t(`ui.requests.keys.${what}`)}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
