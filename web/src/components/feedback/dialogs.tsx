import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { ConfirmDialog } from './confirm-dialog';
import { ExpiredDialog } from './expired-dialog';
import { ResultPopup } from './result-popup';

export default function Dialogs({ onExpired }: { onExpired: () => void }) {
  return (
    <>
      <ResultPopup />
      <ConfirmDialog />
      <ExpiredDialog onOk={onExpired} />
    </>
  );
}
