import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconFileUpload } from '@tabler/icons-react';
import classes from './file-import.module.css';

interface Props {
  /** Type to endings; browsers disagree on types, so name several. */
  accept: DropzoneProps['accept'];
  label: string;
  text: string;
  hint: string;
  onChoose(file: File): void;
  onRefuse(): void;
}

/** Where the one file of an import is dropped or chosen. */
export function DropFile({ accept, label, text, hint, onChoose, onRefuse }: Props) {
  return (
    <Dropzone
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
