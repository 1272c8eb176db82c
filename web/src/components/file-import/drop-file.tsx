import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './file-import.module.css';

interface Props {
  /** MIME type to extensions; browsers disagree on types, so list several. */
  accept: DropzoneProps['accept'];
  label: string;
  text: string;
  hint: string;
  onChoose(file: File): void;
  onRefuse(): void;
}

/** Drop or choose the import file. */
export function DropFile({ accept, label, text, hint, onChoose, onRefuse }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone; an opening dialog handles focus itself.
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <Dropzone
      ref={place}
      accept={accept}
      multiple={false}
      onDrop={(files) => files[0] && onChoose(files[0])}
      onReject={onRefuse}
      className={classes.drop}
      data-autofocus
      inputProps={{ 'aria-label': label }}
    >
      <IconFileUpload size={28} aria-hidden className={classes.dropIcon} />
      <span className={classes.dropText}>{text}</span>
      <span className={classes.dropHint}>{hint}</span>
    </Dropzone>
  );
}
