import { Alert, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { CustomSection, CustomSections } from '@/components/custom-forms/custom-section';
import { useReorder } from '@/components/custom-forms/use-reorder';
import { messageOf } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import { Fields } from '../fields';
import type { CustomFormProps } from '../types';
import { AddDocument } from './add-document';
import { DocumentRow } from './document-row';
import classes from './template.module.css';
import { useDocumentNames } from './use-document-names';
import { useTemplateDocuments } from './use-template-documents';

/** Template Master: the template, and its documents in request order. */
export default function TemplateForm(props: CustomFormProps) {
  const { t } = useTranslation();
  return (
    <CustomSections>
      <CustomSection title={t('ui.rich.template.identity')}>
        <Fields {...props} names={['templateCode', 'templateName']} />
      </CustomSection>
      <CustomSection
        title={t('ui.rich.template.documents')}
        about={props.readOnly ? undefined : t('ui.rich.template.about')}
      >
        <Documents {...props} />
      </CustomSection>
    </CustomSections>
  );
}

function Documents(props: CustomFormProps) {
  const { t } = useTranslation();
  const { readOnly } = props;
  const { documents, isPending, error, retry, ...edit } = useTemplateDocuments(props);
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 200);
  const names = useDocumentNames(asked);
  const [said, setSaid] = useState('');

  function move(from: number, to: number) {
    const document = documents[from];
    if (!document || to < 0 || to >= documents.length) return;
    edit.move(from, to);
    setSaid(
      t('ui.rich.template.moved', {
        name: names.nameOf(document.documentCode),
        place: to + 1,
        count: documents.length,
      }),
    );
  }
  const reorder = useReorder<HTMLOListElement>(move);

  if (isPending) return <Skeleton height={180} />;
  if (error) {
    return (
      <Alert color="red">
        {messageOf(error)}{' '}
        <Button variant="default" size="xs" onClick={retry}>
          {t('ui.common.retry')}
        </Button>
      </Alert>
    );
  }
  return (
    <>
      {documents.length === 0 && (
        <p className={`${classes.empty} m-0 muted centered`}>{t('ui.rich.template.empty')}</p>
      )}
      <ol
        ref={reorder.list}
        className={`${classes.list} grid card plain-list`}
        data-locked={readOnly || undefined}
      >
        {documents.map((document, at) => (
          <DocumentRow
            key={document.documentCode}
            document={document}
            name={names.nameOf(document.documentCode)}
            at={at}
            count={documents.length}
            readOnly={readOnly}
            isDragged={reorder.dragged === at}
            handle={reorder.handle(at)}
            onMove={(to) => move(at, to)}
            onChange={(change) => edit.change(at, change)}
            onRemove={() => edit.remove(at)}
          />
        ))}
      </ol>
      {!readOnly && (
        <AddDocument
          search={search}
          onSearch={setSearch}
          names={names}
          taken={documents.map((each) => each.documentCode)}
          onAdd={edit.add}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}
