import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '@/lib/formats';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { documentsIn, inGroup, isNeeded, newestOf, sizeText } from '@/shared/document-upload';
import { FileThumbnail } from '@/shared/file-thumbnail';
import classes from './request-page.module.css';

interface Props {
  request: DocRequest;
  /** As they were when they were submitted. */
  documents: RequestDocument[];
  onClose(): void;
}

/** After Submit: what was received, what happens next, and that the page can be closed. */
export function Receipt({ request, documents, onClose }: Props) {
  const { t } = useTranslation();
  const { moment, day } = useFormats();
  const { displayName: entity } = useAuth();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  const received = documents.map(({ documentNo }) => newestIn(request, documentNo)?.uploadedOn).find(Boolean);
  const missing = inGroup(documentsIn(request), 'owed').filter(isNeeded);
  return (
    <section ref={place} tabIndex={-1} className={`${classes.receipt} ${looks.card}`}>
      <Stack gap={4}>
        <IconCircleCheckFilled size={40} color="var(--ok)" aria-hidden />
        <Text component="h1" fz={24} lh={1.3} fw={600}>
          {t('ui.provider.receipt.title')}
        </Text>
        <Text c="dimmed" inherit>
          {t('ui.provider.thanks', { count: documents.length, entity })}
        </Text>
      </Stack>
      <dl className={looks.facts}>
        <div>
          <dt>{t('ui.provider.receipt.reference')}</dt>
          <dd>{request.txnRefNo}</dd>
        </div>
        <div>
          <dt>{t('ui.provider.receipt.on')}</dt>
          <dd>{moment(received ?? new Date().toISOString())}</dd>
        </div>
      </dl>
      <div>
        <Text component="h2" mb={8} fz="lg" fw={600}>
          {t('ui.provider.receipt.documents')}
        </Text>
        <ul className={`${looks.plainList} ${looks.outlined} ${looks.lines}`}>
          {documents.map(({ documentNo, documentTitle, staged }) => (
            <Flex key={documentNo} component="li" px={12} py={8} gap={12}>
              {newestIn(request, documentNo)
                ?.files.slice(0, 1)
                .map((file) => (
                  <FileThumbnail key={file.fileId} txnRefNo={request.txnRefNo} documentNo={documentNo} file={file} />
                ))}
              <Box miw={0}>
                <Text className={looks.break} fw={500} inherit>
                  {documentTitle}
                </Text>
                {staged.map(({ fileId, fileName, size }) => (
                  <Text key={fileId} className={looks.break} fz="xs" c="dimmed">
                    {fileName} · {sizeText(size)}
                  </Text>
                ))}
                <Checked document={documentsIn(request).find((each) => each.documentNo === documentNo)} />
              </Box>
            </Flex>
          ))}
        </ul>
      </div>
      {missing.length > 0 ? (
        <div>
          <Text component="h2" mb={8} fz="lg" fw={600}>
            {t('ui.provider.receipt.open', { date: day(request.documentDueDate) })}
          </Text>
          <Box component="ul" m={0}>
            {missing.map(({ documentNo, documentTitle }) => (
              <li key={documentNo}>{documentTitle}</li>
            ))}
          </Box>
        </div>
      ) : (
        <div>
          <Text component="h2" mb={8} fz="lg" fw={600}>
            {t('ui.provider.receipt.next')}
          </Text>
          <Text inherit>
            {t('ui.provider.receipt.check', { entity })}{' '}
            {request.expiresOn && t('ui.provider.receipt.openUntil', { date: day(request.expiresOn) })}
          </Text>
          <Text mt={8} fw={600} inherit>
            {t('ui.provider.receipt.close')}
          </Text>
        </div>
      )}
      <Button variant={missing.length > 0 ? 'filled' : 'default'} onClick={onClose}>
        {t(missing.length > 0 ? 'ui.provider.receipt.rest' : 'ui.provider.receipt.back')}
      </Button>
    </section>
  );
}

const newestIn = (request: DocRequest, documentNo: number) => {
  const document = documentsIn(request).find((each) => each.documentNo === documentNo);
  return document && newestOf(document);
};

/** The automatic check, which may end while the receipt is shown. */
function Checked({ document }: { document: RequestDocument | undefined }) {
  const { t } = useTranslation();
  const verdict = document?.verification.verdict ?? 'None';
  if (verdict === 'None') return null;
  const isRejected = document?.status === 'Rejected';
  return (
    <Text role="status" className={looks.break} fz="xs" c={isRejected ? 'var(--bad)' : 'dimmed'}>
      {isRejected ? t(`reject.${document.reasonCode}`) : t(`ui.upload.verdict.${verdict}`)}
    </Text>
  );
}
