import { Box, Button, Flex, Text } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { dayOfMoment, today } from '@/lib/days';
import { confirm } from '@/lib/feedback';
import { focusFirst, isPlaced } from '@/lib/field-focus';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useMay } from '@/lib/permissions';
import type { DocRequest } from '@/lib/requests';
import { useLanguage, useTranslation } from '@/lib/wording';
import { useDraft } from './draft/use-draft';
import { Head } from './head';
import { expiryOf, stepOf } from './model/check';
import { withNewer } from './model/merge';
import { isSilent, partyName, type WizardValues } from './model/values';
import type { Base, RequestBody } from './model/wire';
import { Notices } from './notices';
import { CustomerStep } from './steps/customer-step';
import { StepProgress, StepsList, Summary, stepNames } from './summary';
import { useSendRequest } from './use-send-request';
import { useProposal, useWizard } from './use-wizard';
import classes from './wizard.module.css';
import { ErrorsProvider } from './words';

const remainingSteps = () => import('./steps/remaining-steps');
const RemainingSteps = lazy(remainingSteps);

const lastStep = stepNames.length - 1;
/** The final review follows the last step and belongs to it. */
const look = lastStep + 1;

interface Props {
  screenCode: string;
  title: string;
  /** Distinguishes the forms of this screen. */
  name: string;
  start: WizardValues;
  /** The stored request being edited; undefined for a new one. */
  base: Base | undefined;
  /** True when it was sent before: it is then saved, and its parties are notified of the changes. */
  isSent: boolean;
  renews: RequestBody['renews'];
  /** True when it starts with its own documents. */
  hasDocuments: boolean;
  reload(): Promise<{ values: WizardValues; base: Base } | undefined>;
  onDone(request: DocRequest, isSent: boolean): void;
  onLeave: (() => void) | undefined;
}

export function Wizard(props: Props) {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const langCode = useLanguage();
  const mayImport = useMay('import');
  const maySend = useMay('send');
  const wizard = useWizard({
    screenCode: props.screenCode,
    name: props.name,
    start: props.start,
    base: props.base,
    reached: props.base ? lastStep : 0,
    langCode,
  });
  const { values, base, acts, place, go } = wizard;
  const { step, reached } = place;
  const { isSent } = props;
  // Preload the later steps while the user fills in the first.
  const isBegun = wizard.isDirty();
  useEffect(() => {
    if (isBegun) remainingSteps().catch(() => undefined);
  }, [isBegun]);
  const isNew = base === undefined;
  const proposal = useProposal(values.customer, acts, {
    takesOver: isNew && !props.hasDocuments,
    isAnswered: wizard.isRestored,
  });

  /** Errors to show once their step is rendered. */
  const blamed = useRef<string[]>([]);
  /** Errors of that step without a field on it. */
  const [unplaced, setUnplaced] = useState<string[]>([]);
  const blame = (paths: string[]) => {
    focusFirst(root.current, paths);
    const first = Math.min(...paths.map(stepOf));
    setUnplaced(paths.filter((path) => stepOf(path) === first && !isPlaced(root.current, path)));
  };
  const onFaults = (paths: string[]) => {
    blamed.current = paths;
    go(Math.min(...paths.map(stepOf)));
    requestAnimationFrame(() => blame(paths));
  };
  const onDone = async (request: DocRequest, isSent: boolean, isDraft: boolean) => {
    await draft.finish(isDraft);
    props.onDone(request, isSent);
  };
  const { submit, check, isValid, isComplete, isBusy, whileBusy, trouble, setTrouble } = useSendRequest({
    wizard,
    renews: props.renews,
    onFaults,
    onDone,
  });

  const draft = useDraft({
    screenCode: props.screenCode,
    enabled: isNew && props.name === 'new',
    step: Math.min(step, lastStep),
    wizard,
    onApply: (next, at) => {
      proposal.accept(next.customer);
      wizard.replace(next);
      go(at);
    },
    // When the page was opened by address, the question has no element to return the focus to.
    onDecline: () => heading.current?.focus({ preventScroll: true }),
  });
  // A saved draft is offered on coming back, so the copy in the browser is not needed.
  const onFree = () => draft.isKept() && wizard.forget();
  useLeaveGuard(() => wizard.isDirty() && !draft.isKept(), wizard.forget, 'address', onFree);

  // A new step starts at its top, and is announced to screen readers.
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step changes or restarts
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (blamed.current.length > 0) {
      blame(blamed.current);
      blamed.current = [];
      return;
    }
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [place]);

  const next = async () => {
    if (!check(step)) return;
    const silent = step === 1 ? values.parties.filter(isSilent) : [];
    const names = silent.map(partyName).join(', ');
    if (silent.length > 0 && !(await confirm('noDocuments', names))) return;
    blamed.current = [];
    go(step + 1);
  };
  const goTo = (to: number) => {
    blamed.current = [];
    go(to);
  };
  const startOver = async () => {
    if (!(await confirm('discard'))) return;
    blamed.current = [];
    wizard.startOver();
    proposal.accept(wizard.getValues().customer);
    void draft.standBy();
  };
  const keepMine = async () => {
    const newest = await props.reload();
    if (!newest) return;
    const { values: merged, added, isOver } = withNewer(wizard.start, wizard.getValues(), newest.values);
    wizard.replace(merged, { start: newest.values, base: newest.base });
    setTrouble(added.length > 0 || isOver ? { kind: 'merged', names: added, isOver } : null);
  };
  const takeNewest = async () => {
    const newest = await props.reload();
    if (!newest) return;
    wizard.replace(newest.values, { start: newest.values, base: newest.base });
    setTrouble(null);
  };

  const expiresOn = expiryOf(values, base ? dayOfMoment(base.createdOn) : today());
  const name = stepNames[Math.min(step, lastStep)] ?? 'customer';
  return (
    <div ref={root}>
      <Head
        title={props.title}
        draft={isNew && props.name === 'new' ? draft : undefined}
        canImport={mayImport && isNew && props.name === 'new'}
        onLeave={props.onLeave}
      />
      <StepProgress step={step} />
      <div className={classes.layout}>
        <StepsList step={step} reached={reached} onGo={goTo} />
        <ErrorsProvider value={wizard.errors}>
          <Box className={classes.body} miw={0}>
            <Notices
              trouble={trouble}
              unplaced={unplaced.flatMap((path) => wizard.errors[path] ?? [])}
              offered={draft.offered}
              isRestored={wizard.isRestored}
              proposal={step === 1 ? proposal : undefined}
              onApply={draft.applyOffered}
              onDelete={draft.deleteOffered}
              onKeep={() => void whileBusy(keepMine)}
              onReload={() => void whileBusy(takeNewest)}
              onStartOver={startOver}
            />
            <Text ref={heading} tabIndex={-1} component="h2" className={classes.heading} mb={16} fz={17} fw={600}>
              {step === look ? t('ui.wizard.last.title') : t(`ui.wizard.step.${name}`)}
            </Text>
            {step === 0 && <CustomerStep customer={values.customer} acts={acts} />}
            <Suspense>
              {step > 0 && (
                <RemainingSteps
                  step={step}
                  parties={{ parties: values.parties, acts, proposed: proposal.proposed }}
                  notification={{ notification: values.notification, expiresOn, isSent, acts }}
                  look={{ values, base, isSent, isValid }}
                />
              )}
            </Suspense>
            <Buttons
              step={step}
              isSent={isSent}
              maySend={maySend}
              isBusy={isBusy}
              onLook={isComplete ? () => goTo(look) : undefined}
              onBack={() => goTo(step - 1)}
              onNext={() => void next()}
              onSubmit={submit}
            />
          </Box>
        </ErrorsProvider>
        <aside className={classes.side}>
          <Summary values={values} expiresOn={expiresOn} />
        </aside>
      </div>
    </div>
  );
}

interface ButtonsProps {
  step: number;
  isSent: boolean;
  maySend: boolean;
  isBusy: boolean;
  /** Skips the steps that need nothing more. */
  onLook: (() => void) | undefined;
  onBack(): void;
  onNext(): void;
  onSubmit(send: boolean): void;
}

/** Next and back; on phones, next stays at the bottom of the screen. */
function Buttons({ step, isSent, maySend, isBusy, onLook, onBack, onNext, onSubmit }: ButtonsProps) {
  const { t } = useTranslation();
  const isLook = step === look;
  const isKept = isSent || !maySend;
  return (
    <Flex className={classes.buttons} mt={28} wrap="wrap" gap={8}>
      {step > 0 && (
        <Button variant="default" onClick={onBack} disabled={isBusy}>
          {t('ui.wizard.back')}
        </Button>
      )}
      {step < lastStep && onLook && (
        <Button variant="default" onClick={onLook}>
          {t('ui.wizard.look')}
        </Button>
      )}
      {isLook && !isKept && (
        <Button variant="default" onClick={() => onSubmit(false)} disabled={isBusy}>
          {t('ui.wizard.keep')}
        </Button>
      )}
      <div className={classes.main}>
        {!isLook && <Button onClick={onNext}>{t(step === lastStep ? 'ui.wizard.look' : 'ui.wizard.continue')}</Button>}
        {isLook && isKept && (
          <Button onClick={() => onSubmit(false)} loading={isBusy}>
            {t(isSent ? 'ui.wizard.saveChanges' : 'ui.wizard.keep')}
          </Button>
        )}
        {isLook && !isKept && (
          <Button onClick={() => onSubmit(true)} loading={isBusy}>
            {t('ui.wizard.send')}
          </Button>
        )}
      </div>
    </Flex>
  );
}
