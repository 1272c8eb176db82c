import { Box, Button, Center, Flex, Stack, Text } from '@mantine/core';
import { IconError404 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import looks from '@/lib/theme/looks.module.css';
import { usePageTitle } from '@/lib/wording';
import { EmptyState } from '../empty-state';
import { LanguageSwitch } from '../language-switch';
import { BrandMark, EntityMark } from '../marks';
import classes from './public-page.module.css';

interface Props {
  title: string;
  text?: ReactNode;
  /** A data: url, shown across the card. */
  banner?: string | null;
  icon?: ReactNode;
  children?: ReactNode;
}

/** The card of a page before login. */
export function PublicCard({ title, text, banner, icon, children }: Props) {
  usePageTitle(title);
  return (
    <Box component="section" className={`${classes.card} ${looks.clipped}`} w="100%">
      {banner && (
        <Box
          src={banner}
          alt=""
          component="img"
          className={`${classes.banner} ${looks.lineBelow}`}
          display="block"
          w="100%"
        />
      )}
      <Stack className={classes.body} gap={16}>
        <div>
          {icon && (
            <Center
              component="span"
              w={44}
              h={44}
              mb={12}
              c="var(--brand-text)"
              bg="var(--brand-tint)"
              bdrs="var(--radius-card)"
            >
              {icon}
            </Center>
          )}
          <Text component="h1" className={classes.title} fw={600}>
            {title}
          </Text>
          {text && (
            <Text className={classes.text} mt={4} c="dimmed" inherit>
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Box>
  );
}

/** Content below the card: another way in. */
export function PublicFoot({ children }: { children: ReactNode }) {
  return (
    <Text mt={24} fz="sm" ta="center" c="dimmed">
      {children}
    </Text>
  );
}

interface PublicFrameProps {
  /** The entity that owns this address; without one the frame shows the product name. */
  hostEntity?: { displayName: string; logo: string | null } | null;
  children: ReactNode;
}

/** The frame of all pages before login: a name, the languages, one card. */
export function PublicFrame({ hostEntity, children }: PublicFrameProps) {
  const { t } = useTranslation();
  return (
    <Stack
      mih="100dvh"
      bg="radial-gradient(60rem 30rem at 85% -10%, var(--brand-1), transparent 70%),
    radial-gradient(50rem 30rem at 0% 110%, var(--brand-0), transparent 70%), var(--surface)"
      gap={0}
    >
      <Flex component="header" className={classes.top} justify="space-between" align="center" gap={16}>
        {hostEntity ? (
          <EntityMark name={hostEntity.displayName} logo={hostEntity.logo} />
        ) : (
          <Flex component="span" fw={650} lts="-0.01em" display="inline-flex" align="center" gap={8} fz={17}>
            <BrandMark size={28} />
            {t('app.name')}
          </Flex>
        )}
        <LanguageSwitch />
      </Flex>
      <Box component="main" className={classes.main} flex={1}>
        {children}
      </Box>
    </Stack>
  );
}

/** The header of a portal page: greeting, title, purpose. */
export function PageIntro({ hello, title, text }: { hello?: string; title: string; text: ReactNode }) {
  return (
    <Box mb={24}>
      {hello && (
        <Text className={classes.hello} c="dimmed" inherit>
          {hello}
        </Text>
      )}
      <Text component="h1" className={classes.pageIntroTitle} fw={600}>
        {title}
      </Text>
      <Text mt={4} c="dimmed" inherit>
        {text}
      </Text>
    </Box>
  );
}

/** The spec's wording; `login` is the provider's or the staff's, depending on the address. */
export function NotFound({ login }: { login: string }) {
  const { t } = useTranslation();
  usePageTitle(t('ui.shell.notFound.title'));
  return (
    <EmptyState order={1} Icon={IconError404} words="ui.shell.notFound">
      <Button component="a" href={login}>
        {t('ui.shell.notFound.link')}
      </Button>
    </EmptyState>
  );
}
