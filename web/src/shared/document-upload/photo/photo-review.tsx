import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Button, Flex, Modal, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowRight,
  IconCrop,
  IconPlus,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { confirm, toast } from '@/lib/feedback';
import { useFocusBack } from '@/lib/focus-back';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { mayJoin, photoKindOf } from '../formats';
import { cropped, type Kind, turned } from './edit';
import type { Corners } from './geometry';
import { judge } from './join';
import { PhotoCrop } from './photo-crop';
import classes from './photo-review.module.css';
import type { Flaw } from './quality';
import type { Photos, Shots } from './use-photos';

/** What was just photographed: use it, take it again, or add a page. */
export default function PhotoReview({ photos, shots }: { photos: Photos; shots: Shots }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  useFocusBack(true);
  const { document, at } = shots;
  const photo = shots.photos[at];
  const pages = useAddresses(shots.photos);
  const edits = useEdits(photos, photo, photoKindOf(document) === 'image/*' ? 'image/png' : 'image/jpeg');
  const close = async () => {
    if (edits.isCropping) return edits.setCropping(false);
    if (await confirm('discard', document.documentTitle)) photos.drop();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={document.documentTitle}
      fullScreen={isPhone}
      size={520}
      radius={isPhone ? 0 : 'lg'}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('ui.common.close'), size: 44, iconSize: 20 }}
      classNames={{ content: classes.content, header: classes.header, body: classes.body, title: classes.title }}
    >
      {edits.isCropping && photo ? (
        <PhotoCrop
          photo={photo}
          address={pages[at] ?? ''}
          busy={edits.busy}
          onCrop={edits.crop}
          onCancel={() => edits.setCropping(false)}
        />
      ) : (
        <Reviewed photos={photos} shots={shots} pages={pages} edits={edits} />
      )}
    </Modal>
  );
}

interface ReviewedProps {
  photos: Photos;
  shots: Shots;
  pages: string[];
  edits: Edits;
}

/** The photo, what is wrong with it, and what becomes of it. */
function Reviewed({ photos, shots, pages, edits }: ReviewedProps) {
  const { t } = useTranslation();
  const { document, at } = shots;
  const count = shots.photos.length;
  const flaws = useFlaws(shots.photos[at]);
  return (
    <>
      <div className={classes.stage}>
        <img src={pages[at]} alt={t('ui.upload.shot.page', { number: at + 1, all: count })} className={classes.photo} />
      </div>
      {!document.keepOriginal && <Tools edits={edits} />}
      {count > 1 && <Pages photos={photos} shots={shots} pages={pages} />}
      <div role="status">
        {flaws.map((flaw) => (
          <Flex key={flaw} className={classes.flaw} gap={8} fz="sm">
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
            {t(`ui.upload.shot.${flaw}`)}
          </Flex>
        ))}
      </div>
      <Choices photos={photos} shots={shots} isFlawed={flaws.length > 0} />
    </>
  );
}

interface ChoicesProps {
  photos: Photos;
  shots: Shots;
  isFlawed: boolean;
}

function Choices({ photos, shots: { document, photos: all }, isFlawed }: ChoicesProps) {
  const { t } = useTranslation();
  const count = all.length;
  const isPdf = count > 1 || photoKindOf(document) === undefined;
  const hasNext = photos.next !== undefined;
  return (
    <div className={classes.actions}>
      {photos.next && !isFlawed && (
        <Button className={classes.wide} h="auto" mih={44} py={8} onClick={() => photos.use(photos.next)} data-use-next>
          {t(isPdf ? 'ui.upload.shot.usePdfNext' : 'ui.upload.shot.useNext', { title: photos.next.documentTitle })}
        </Button>
      )}
      <Button
        mih={44}
        h="auto"
        py={8}
        variant={hasNext || isFlawed ? 'default' : 'filled'}
        onClick={() => photos.use()}
        data-use
      >
        {isPdf ? t('ui.upload.shot.usePdf', { count }) : t('ui.upload.shot.use')}
      </Button>
      <Button mih={44} h="auto" py={8} variant={isFlawed ? 'filled' : 'default'} onClick={photos.again} data-again>
        {t('ui.upload.shot.again')}
      </Button>
      {mayJoin(document) && (
        <Button
          className={classes.wide}
          mih={44}
          variant="subtle"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={photos.more}
          data-more
        >
          {t('ui.upload.shot.more')}
        </Button>
      )}
    </div>
  );
}

/** Turning and cropping the photo that is shown; it can be had back as it was taken. */
function useEdits(photos: Photos, photo: File | undefined, kind: Kind) {
  const { t } = useTranslation();
  const taken = useRef(new WeakMap<File, File>());
  const [isCropping, setCropping] = useState(false);
  const [busy, setBusy] = useState(false);
  const original = photo && taken.current.get(photo);
  const change = async (how: (photo: File) => Promise<File>) => {
    if (!photo) return;
    setBusy(true);
    try {
      const next = await how(photo);
      taken.current.set(next, original ?? photo);
      photos.replace(next);
      setCropping(false);
    } catch {
      toast(t('ui.upload.shot.editFailed'), 'bad');
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    isCropping,
    setCropping,
    turn: () => void change((before) => turned(before, kind)),
    crop: (corners: Corners) => void change((before) => cropped(before, corners, kind)),
    undo: original && (() => photos.replace(original)),
  };
}

type Edits = ReturnType<typeof useEdits>;

function Tools({ edits }: { edits: Edits }) {
  const { t } = useTranslation();
  const tool = (Icon: typeof IconTrash, word: 'turn' | 'crop' | 'undo', onClick: () => void) => (
    <Button
      mih={44}
      px={12}
      variant="default"
      disabled={edits.busy}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      onClick={onClick}
    >
      {t(`ui.upload.shot.${word}`)}
    </Button>
  );
  return (
    <Flex gap={8} wrap="wrap" justify="center">
      {tool(IconRotateClockwise, 'turn', edits.turn)}
      {tool(IconCrop, 'crop', () => edits.setCropping(true))}
      {edits.undo && tool(IconArrowBackUp, 'undo', edits.undo)}
    </Flex>
  );
}

/** Recomputed for each photo; nothing is said while it is not known. */
function useFlaws(photo: File | undefined): Flaw[] {
  const [found, setFound] = useState<{ photo: File; flaws: Flaw[] } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (photo) void judge(photo).then((flaws) => isCurrent && setFound({ photo, flaws }));
    return () => {
      isCurrent = false;
    };
  }, [photo]);
  return found && found.photo === photo ? found.flaws : [];
}

/** Addresses for showing the photos, taken back when they are gone. */
function useAddresses(photos: File[]): string[] {
  const addresses = useMemo(() => photos.map((photo) => URL.createObjectURL(photo)), [photos]);
  useEffect(
    () => () => {
      for (const address of addresses) URL.revokeObjectURL(address);
    },
    [addresses],
  );
  return addresses;
}

function Pages({ photos, shots, pages }: { photos: Photos; shots: Shots; pages: string[] }) {
  const { t } = useTranslation();
  const { at } = shots;
  const all = pages.length;
  const tool = (Icon: typeof IconTrash, word: string, isOff: boolean, onClick: () => void) => (
    <IconButton
      Icon={Icon}
      size={44}
      variant="default"
      disabled={isOff}
      label={t(`ui.upload.shot.${word}`, { number: at + 1 })}
      onClick={onClick}
    />
  );
  return (
    <>
      <ol className={classes.pages} aria-label={t('ui.upload.shot.pages')}>
        {pages.map((page, place) => (
          <li key={page}>
            <button
              type="button"
              className={classes.page}
              aria-pressed={place === at}
              aria-label={t('ui.upload.shot.page', { number: place + 1, all })}
              onClick={() => photos.show(place)}
            >
              <img src={page} alt="" />
              <span aria-hidden>{place + 1}</span>
            </button>
          </li>
        ))}
      </ol>
      <Flex gap={8} justify="center" align="center">
        {tool(IconArrowLeft, 'earlier', at === 0, () => photos.move(-1))}
        <Text fz="sm" c="dimmed" aria-live="polite">
          {t('ui.upload.shot.page', { number: at + 1, all })}
        </Text>
        {tool(IconArrowRight, 'later', at === all - 1, () => photos.move(1))}
        {tool(IconTrash, 'remove', false, photos.remove)}
      </Flex>
    </>
  );
}
