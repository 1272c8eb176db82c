import { Button, Group, Input } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import formClasses from '../custom-form.module.css';
import type { CustomFormProps } from '../types';
import { ColourField } from './colour-field';
import { ContrastList } from './contrast-list';
import classes from './theme.module.css';
import { ThemePreview } from './theme-preview';
import {
  COLOUR_TOKENS,
  DEFAULT_TOKENS,
  isColour,
  MOST_RADIUS,
  RADIUS_TOKEN,
  radiusOf,
  readTheme,
  type ThemeTokens,
  writeTheme,
} from './theme-tokens';
import { useThemeDraft } from './use-theme-draft';

/** Edits the entity's theme tokens, with a live preview. Stores JSON, never CSS. */
export function ThemeEditor({ definition, form, readOnly }: CustomFormProps) {
  const { t } = useTranslation();
  const text = form.values.cssTheme;
  const tokens = readTheme(typeof text === 'string' ? text : '');
  const write = (next: ThemeTokens) => form.setFieldValue('cssTheme', writeTheme(next) ?? '');
  const draft = useThemeDraft(tokens, write);
  const radius = radiusOf(tokens[RADIUS_TOKEN]) ?? radiusOf(DEFAULT_TOKENS[RADIUS_TOKEN]) ?? 0;

  return (
    <Input.Wrapper
      label={labelText(t, definition.resource, 'cssTheme')}
      labelElement="div"
      description={t('ui.rich.theme.about')}
      classNames={{ description: classes.about }}
      error={form.errors.cssTheme}
    >
      <div className={`${classes.editor} grid p-16 gap-24 card`} data-field="cssTheme">
        <div className={classes.controls}>
          <div className={`${formClasses.grid} pair`}>
            {COLOUR_TOKENS.map((name) => (
              <div key={name} className={formClasses.cell}>
                <ColourField
                  label={t(`ui.rich.theme.token.${name}`)}
                  placeholder={DEFAULT_TOKENS[name] ?? t('ui.rich.theme.house')}
                  fallback={DEFAULT_TOKENS[name] ?? '#ffffff'}
                  readOnly={readOnly}
                  value={draft.shown(name)}
                  onChange={(colour) => draft.type(name, colour)}
                  error={
                    draft.shown(name) && !isColour(draft.shown(name)) ? t('message.invalidTheme') : undefined
                  }
                />
              </div>
            ))}
          </div>
          <Input.Wrapper label={t('ui.rich.theme.token.--t-radius')} labelElement="div">
            <div className={`${classes.slider} row gap-12`}>
              <input
                type="range"
                aria-label={t('ui.rich.theme.token.--t-radius')}
                aria-valuetext={`${radius}px`}
                min={0}
                max={MOST_RADIUS}
                value={radius}
                disabled={readOnly}
                onChange={(event) => write({ ...tokens, [RADIUS_TOKEN]: `${event.currentTarget.value}px` })}
              />
              <output>{radius}px</output>
            </div>
          </Input.Wrapper>
          {!readOnly && (
            <Group>
              <Button variant="default" size="xs" onClick={draft.clear}>
                {t('ui.rich.theme.reset')}
              </Button>
            </Group>
          )}
        </div>
        <div className={classes.outcome}>
          <ThemePreview
            tokens={tokens}
            name={String(form.values.displayName ?? '')}
            logo={logoOf(form.values.logo)}
          />
          <ContrastList tokens={tokens} />
        </div>
      </div>
    </Input.Wrapper>
  );
}

const logoOf = (value: unknown) => (typeof value === 'string' && value ? value : null);
