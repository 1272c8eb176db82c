import { Box, Flex } from '@mantine/core';
import type { Evidence } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from './evidence.module.css';

/** A place on a page that a line of the rule refers to. */
export type Found = Evidence & { fileId: string; page: number; box: NonNullable<Evidence['box']> };

export const isFound = (evidence: Evidence): evidence is Found =>
  evidence.fileId !== null && evidence.page !== null && evidence.box !== null;

/** What each line of the rule found. */
export function EvidenceLines({ details, onShow }: { details: Evidence[]; onShow?(found: Found): void }) {
  const { t } = useTranslation();
  const words = ({ isMatched, found, page }: Found) =>
    t(`ui.requests.verification.${isMatched ? 'found' : 'unwanted'}`, { found, page });
  /** What the line looks for, in words. */
  const wantedOf = ({ keywordType, wanted = [], detailNo }: Evidence) =>
    wanted.length > 0
      ? t(`ui.requests.verification.wanted.${keywordType}`, { count: wanted.length, words: wanted.join(', ') })
      : t('ui.requests.verification.line', { number: detailNo, type: keywordType });
  return (
    <Flex component="ol" className={looks.plainList} direction="column" gap={8}>
      {details.map((evidence) => (
        <Box
          key={evidence.detailNo}
          component="li"
          className={`${classes.evidence} ${looks.break}`}
          fz="sm"
          data-matched={evidence.isMatched}
        >
          <Box component="span" fz="xs" c="dimmed">
            {wantedOf(evidence)}
          </Box>
          {isFound(evidence) && onShow ? (
            <button
              type="button"
              className={`${classes.foundText} ${looks.plainButton} ${looks.break}`}
              onClick={() => onShow(evidence)}
            >
              {words(evidence)}
            </button>
          ) : isFound(evidence) ? (
            <span>{words(evidence)}</span>
          ) : (
            <span>{t(`ui.requests.verification.${evidence.isMatched ? 'absent' : 'missing'}`)}</span>
          )}
        </Box>
      ))}
    </Flex>
  );
}

/** Highlights on one page, in parts of it. */
export function Marks({ found }: { found: Found[] }) {
  return found.map(({ detailNo, isMatched, box: [x, y, width, height] }) => (
    <span
      key={detailNo}
      className={classes.mark}
      data-mark={detailNo}
      data-matched={isMatched}
      data-scheme="light"
      aria-hidden
      style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` }}
    />
  ));
}
