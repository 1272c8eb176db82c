import { Flex, Kbd, Popover } from '@mantine/core';
import { type MenuButton, useLazyMenu } from '@/components/lazy-menu';
import { useTranslation } from '@/lib/wording';
import classes from './workbench.module.css';

const keys = [
  ['A', 'accept'],
  ['R', 'reject'],
  ['B', 'sendback'],
  ['U', 'undo'],
  ['J', 'next'],
  ['K', 'previous'],
  ['N', 'queue'],
  ['Z', 'undoLast'],
  ['1 – 8', 'reasons'],
  ['M', 'remark'],
  ['+ −', 'zoom'],
  ['0', 'fit'],
  ['T', 'turn'],
  ['C', 'compare'],
] as const;

/** The list of shortcuts, opened from its button. */
export default function OpenedShortcuts({ button, isQueue }: { button: MenuButton; isQueue: boolean }) {
  const { t } = useTranslation();
  const { opened, setOpened, button: ref } = useLazyMenu();
  const shown = keys.filter(([, what]) => isQueue || what !== 'queue');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={260} shadow="md" trapFocus returnFocus>
      <Popover.Target>{button({ ref, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown aria-label={t('ui.requests.keys.title')}>
        <Flex component="dl" className={classes.keys} direction="column" gap={8} m={0} fz="sm">
          {shown.map(([key, what]) => (
            <div key={key}>
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd>{t(`ui.requests.keys.${what}`)}</dd>
            </div>
          ))}
        </Flex>
      </Popover.Dropdown>
    </Popover>
  );
}
