import { Box, Flex, Text } from '@mantine/core';
import { useFormats } from '@/lib/formats';
import type { DocRequest, RequestDocument, Review, Version } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { usePerson } from '../../data/use-request';
import classes from './workbench.module.css';

type Who = ReturnType<typeof usePerson>;

interface Props {
  document: RequestDocument;
  request: DocRequest;
  shown: number | undefined;
  onShow(versionNo: number): void;
}

/** All versions, newest first, with their decisions. */
export function Versions({ document, request, shown, onShow }: Props) {
  const { t } = useTranslation();
  const people = document.versions.flatMap(({ uploadedBy, reviews }) => [uploadedBy, ...reviews.map(({ by }) => by)]);
  const who = usePerson(request, people);
  if (document.versions.length === 0) return null;
  return (
    <Box component="section" className={looks.lineAbove} p={16}>
      <Text component="h3" mb={8} fz="sm" fw={600}>
        {t('ui.requests.review.versions')}
      </Text>
      <Flex component="ol" className={looks.plainList} direction="column" gap={8}>
        {document.versions.toReversed().map((version) => (
          <OneVersion
            key={version.versionNo}
            version={version}
            who={who}
            isShown={version.versionNo === shown}
            onShow={() => onShow(version.versionNo)}
          />
        ))}
      </Flex>
    </Box>
  );
}

interface VersionProps {
  version: Version;
  who: Who;
  isShown: boolean;
  onShow(): void;
}

function OneVersion({ version, who, isShown, onShow }: VersionProps) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const how = version.onBehalf ? 'ui.requests.review.byBehalf' : 'ui.requests.review.by';
  return (
    <li>
      <Box
        type="button"
        component="button"
        className={classes.version}
        py={4}
        fz="sm"
        aria-current={isShown || undefined}
        onClick={onShow}
      >
        <strong>{t('ui.requests.review.version', { version: version.versionNo })}</strong>
        <Box component="span" className={`${classes.soft} ${looks.break}`} m={0} fz="xs" fw={400} c="dimmed">
          {moment(version.uploadedOn)}
        </Box>
      </Box>
      <Text className={`${classes.soft} ${looks.break}`} fz="xs" fw={400} c="dimmed">
        {t(how, { who: who(version.uploadedBy ?? '') })}
      </Text>
      {version.reviews.length > 0 && (
        <ul className={classes.reviews}>
          {version.reviews.map((review, at) => (
            <OneReview key={`${at} ${review.on}`} review={review} who={who} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The verification rules decide at level 0. */
const byRule = ({ level, verdict }: Review) =>
  level === 0 && (verdict === 'accept' || verdict === 'reject') ? verdict : undefined;

function OneReview({ review, who }: { review: Review; who: Who }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const said = [
    review.reasonCode && t(`reject.${review.reasonCode}`, { defaultValue: review.reasonCode }),
    review.remark,
  ];
  return (
    <li data-verdict={review.verdict}>
      <span>
        {byRule(review)
          ? t(`ui.requests.review.byRule.${byRule(review)}`)
          : t(`ui.requests.review.did.${review.verdict}`, { who: who(review.by), level: review.level })}
        <Box component="span" className={`${classes.soft} ${looks.break}`} m={0} fz="xs" fw={400} c="dimmed">
          {' '}
          {moment(review.on)}
        </Box>
      </span>
      {said.some(Boolean) && <q>{said.filter(Boolean).join(': ')}</q>}
    </li>
  );
}
