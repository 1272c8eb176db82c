import { Box, Button, Flex, Group, Input, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useFormats } from '@/lib/formats';
import { brandAsText, textOn } from '@/lib/theme';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import formClasses from '../custom-form.module.css';
import type { CustomFormProps } from '../registry';
import classes from './theme.module.css';
import {
  COLOUR_TOKENS,
  type ContrastCheck,
  contrastChecks,
  DEFAULT_TOKENS,
  isColour,
  MOST_RADIUS,
  RADIUS_TOKEN,
  radiusOf,
  readTheme,
  type ThemeTokens,
  useThemeDraft,
  writeTheme,
} from './theme-tokens';

/** Edits the entity's theme tokens, with a live preview. Stores JSON, never CSS. */
export function ThemeEditor({ definition, form, readOnly }: CustomFormProps) {
  const { t } = useTranslation();
  const text = form.values.cssTheme;
  const tokens = readTheme(typeof text === 'string' ? text : '');
  const write = (next: ThemeTokens) => form.set({ cssTheme: writeTheme(next) ?? '' });
  const draft = useThemeDraft(tokens, write);
  const radius = radiusOf(tokens[RADIUS_TOKEN]) ?? radiusOf(DEFAULT_TOKENS[RADIUS_TOKEN]) ?? 0;

  return (
    <Input.Wrapper
      label={labelText(t, definition.resource, 'cssTheme')}
      labelElement="div"
      description={t('ui.form.theme.about')}
      classNames={{ description: classes.about }}
      error={form.errors.cssTheme}
    >
      <Box className={`${classes.editor} ${looks.card}`} p={16} data-field="cssTheme">
        <div className={classes.controls}>
          <div className={formClasses.grid}>
            {COLOUR_TOKENS.map((name) => (
              <div key={name} className={formClasses.cell}>
                <ColourField
                  label={t(`ui.form.theme.token.${name}`)}
                  placeholder={DEFAULT_TOKENS[name] ?? t('ui.form.theme.house')}
                  fallback={DEFAULT_TOKENS[name] ?? '#ffffff'}
                  readOnly={readOnly}
                  value={draft.shown(name)}
                  onChange={(colour) => draft.type(name, colour)}
                  error={draft.shown(name) && !isColour(draft.shown(name)) ? t('message.invalidTheme') : undefined}
                />
              </div>
            ))}
          </div>
          <Input.Wrapper label={t('ui.form.theme.token.--t-radius')} labelElement="div">
            <Group className={classes.slider} wrap="nowrap" gap={12}>
              <input
                type="range"
                aria-label={t('ui.form.theme.token.--t-radius')}
                aria-valuetext={`${radius}px`}
                min={0}
                max={MOST_RADIUS}
                value={radius}
                disabled={readOnly}
                onChange={(event) => write({ ...tokens, [RADIUS_TOKEN]: `${event.currentTarget.value}px` })}
              />
              <output>{radius}px</output>
            </Group>
          </Input.Wrapper>
          {!readOnly && (
            <Group>
              <Button variant="default" size="xs" onClick={draft.clear}>
                {t('ui.form.theme.reset')}
              </Button>
            </Group>
          )}
        </div>
        <div className={classes.outcome}>
          <ThemePreview tokens={tokens} name={String(form.values.displayName ?? '')} logo={logoOf(form.values.logo)} />
          <ContrastList tokens={tokens} />
        </div>
      </Box>
    </Input.Wrapper>
  );
}

const logoOf = (value: unknown) => (typeof value === 'string' && value ? value : null);

interface Props {
  label: string;
  placeholder: string;
  /** Shown while no colour is chosen. */
  fallback: string;
  value: string;
  readOnly: boolean;
  error: ReactNode;
  onChange(colour: string): void;
}

/** A colour, typed or picked with the browser's picker, which also samples from the screen. */
function ColourField({ label, placeholder, fallback, value, readOnly, error, onChange }: Props) {
  const { t } = useTranslation();
  const shown = isColour(value) ? value : fallback;
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      readOnly={readOnly}
      mod={{ locked: readOnly }}
      spellCheck={false}
      maxLength={7}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={t('ui.form.theme.pick', { label })}
          disabled={readOnly}
          value={shown}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}

/** The contrast of every pair, with a warning below 4.5. */
function ContrastList({ tokens }: { tokens: ThemeTokens }) {
  const { t } = useTranslation();
  return (
    <Flex
      component="ul"
      className={`${classes.checks} ${looks.plainList}`}
      direction="column"
      gap={8}
      fz="sm"
      aria-label={t('ui.form.theme.contrast')}
    >
      {contrastChecks(tokens).map((check) => (
        <ContrastLine key={check.name} check={check} />
      ))}
    </Flex>
  );
}

function ContrastLine({ check }: { check: ContrastCheck }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const Icon = check.isEnough ? IconCheck : IconAlertTriangle;
  const verdict = check.isEnough ? 'enough' : check.mended ? 'mended' : 'low';
  return (
    <li data-low={!check.isEnough || undefined}>
      <Icon size={16} aria-hidden />
      <span>
        {t(`ui.form.theme.pair.${check.name}`)}
        <small>{t(`ui.form.theme.verdict.${verdict}`, { colour: check.mended })}</small>
      </span>
      <b>{`${formats.number(Math.floor(check.ratio * 100) / 100)} : 1`}</b>
    </li>
  );
}

interface ThemePreviewProps {
  tokens: ThemeTokens;
  name: string;
  logo: string | null;
}

/** A miniature shell in the chosen colours; decorative, so nothing in it is focusable. */
function ThemePreview({ tokens, name, logo }: ThemePreviewProps) {
  const { t } = useTranslation();
  const brand = tokens['--t-brand'] ?? DEFAULT_TOKENS['--t-brand'] ?? '';
  const style = {
    ...DEFAULT_TOKENS,
    ...tokens,
    '--p-brand-contrast': textOn(brand),
    '--p-brand-text': brandAsText(brand),
  } as CSSProperties;
  const shown = name || t('ui.form.theme.sampleName');
  return (
    <Box component="figure" className={classes.figure} m={0}>
      <figcaption>{t('ui.form.theme.preview')}</figcaption>
      <Box
        className={`${classes.shell} ${looks.clipped}`}
        fz={11}
        lh={1.4}
        style={style}
        data-scheme="light"
        aria-hidden
        inert
      >
        <Box className={classes.sidebar} p={12}>
          <Group className={classes.entity} wrap="nowrap" gap={6} miw={0} mb={4}>
            {logo ? <img src={logo} alt="" /> : <i>{shown.slice(0, 1)}</i>}
            <b>{shown}</b>
          </Group>
          <span>{t('ui.form.theme.sample.home')}</span>
          <span data-active>{t('ui.form.theme.sample.requests')}</span>
          <span>{t('ui.form.theme.sample.customers')}</span>
        </Box>
        <Box className={classes.page} miw={0}>
          <Group className={classes.pageHead} wrap="nowrap" justify="space-between" gap={8} fz="sm">
            <strong>{t('ui.form.theme.sample.requests')}</strong>
            <em>{t('ui.form.theme.sample.new')}</em>
          </Group>
          <div className={classes.card}>
            <p>
              <u>R2611150000017</u>
              <span className={classes.pill}>{t('status.Accepted')}</span>
            </p>
            <p>
              <u>R2611150000024</u>
              <span className={classes.accent}>{t('status.Pending')}</span>
            </p>
          </div>
        </Box>
      </Box>
    </Box>
  );
}
