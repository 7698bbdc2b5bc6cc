import {
  ActionIcon,
  alpha,
  type AvatarFactory,
  type BadgeFactory,
  Button,
  type CardFactory,
  type CheckboxFactory,
  createTheme,
  type CSSVariablesResolver,
  type ExtendComponent,
  type FactoryPayload,
  Input,
  InputWrapper,
  type KbdFactory,
  type MantineColorsTuple,
  type MantineThemeComponent,
  type MenuFactory,
  type ModalFactory,
  type NotificationFactory,
  type NumberInputFactory,
  type PaperFactory,
  type PasswordInputFactory,
  rem,
  type SkeletonFactory,
  type TabsFactory,
} from '@mantine/core';
import type { FormEvent } from 'react';
import { latinDigits } from '#contract/digits.ts';

const shades = (text: string) => text.split(' ') as unknown as MantineColorsTuple;

// Shade 6 of every hue carries white text with at least 4.5:1, shades 3 and 4 are legible on the dark surfaces,
// 7 on 1 is legible on light tints (docs/decisions/0008-look.md).
const ember = shades('#FFF3EF #FFE3D9 #FFC7B4 #FEA88A #F98359 #DF6639 #B24314 #94350C #762807 #501B06');
const gray = shades('#FAF9F7 #F3F1EE #E8E5E1 #D9D5CF #BFBAB3 #948E87 #6A645D #57524C #393531 #211E1B');
const dark = shades('#EDEAE6 #CFCAC4 #ABA59D #8B857D #4A4540 #3A3632 #292623 #1D1B19 #141210 #0D0C0B');
// towards crimson: danger must not be taken for the accent beside it
const red = shades('#FFF1F3 #FFE0E5 #FFC4CF #FFA3B3 #FB7890 #E64F6E #B81D45 #981638 #79122D #510B1D');
const green = shades('#EBFAEE #D5F3DB #B0E5BD #8BD59F #67C082 #46A666 #208046 #176938 #0F532A #0B371C');
const blue = shades('#F0F6FF #DCEBFF #BCD9FE #97C4FE #6BACFE #4B90E6 #2A6CBA #20589B #17457C #0F2E53');
const yellow = shades('#FFF4E7 #FCE6CA #F6CE9E #ECB671 #DA9B46 #C0801B #935F03 #794D00 #603C00 #422700');
const teal = shades('#E9FAF7 #D1F2EC #A8E4DB #7ED3C8 #53BEB1 #28A497 #007D73 #00665E #00514A #003631');
const violet = shades('#F9F3FF #F2E2FF #E6C7FF #DAA9FE #C68CEF #AC70D6 #864EAB #6E3F8E #573071 #3A204C');

/** What a thing's state may be called in tokens; each has a text and a background colour in both schemes. */
export const statusTokens = ['created', 'preparing', 'completed', 'delivered', 'cancelled', 'paid', 'pending'] as const;
export type StatusToken = (typeof statusTokens)[number];

/** light text, light background, dark text, dark background */
const statusColors: Record<StatusToken, readonly [string, string, string, string]> = {
  created: [blue[7], blue[1], blue[3], '#1B2A3D'],
  preparing: [yellow[7], yellow[1], yellow[3], '#372811'],
  completed: [green[7], green[1], green[3], '#16301F'],
  delivered: [gray[7], gray[2], dark[1], '#35312D'],
  cancelled: [red[7], red[1], red[3], '#3D1A22'],
  paid: [teal[7], teal[1], teal[3], '#10302C'],
  pending: [violet[7], violet[1], violet[3], '#2F1E39'],
};

const statusVariables = (text: 0 | 2, background: 1 | 3): Record<string, string> =>
  Object.fromEntries(
    statusTokens.flatMap((token) => [
      [`--status-${token}-text`, statusColors[token][text]],
      [`--status-${token}-bg`, statusColors[token][background]],
    ]),
  );

const font = "'Inter Variable', system-ui, sans-serif";
/** A finger's width (cases.md §4). */
const TOUCH = rem(44);

const hues = { ember, gray, red, green, blue, yellow, teal, violet, orange: ember };

/** Tints in the dark: Mantine's own are nearly black. */
const darkTints = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(hues).flatMap(([name, hue]) => [
      [`--mantine-color-${name}-light`, alpha(hue[4], 0.14)],
      [`--mantine-color-${name}-light-hover`, alpha(hue[4], 0.2)],
      [`--mantine-color-${name}-light-color`, hue[2]],
    ]),
  );

/** As `extend` of a component says it, without the component: a page that shows none does not load it. */
const of = <Payload extends FactoryPayload>(overrides: ExtendComponent<Payload>) => overrides as MantineThemeComponent;

/**
 * Number fields read the digits of every keyboard (١٢, １２) and its decimal sign: Mantine's drops what is not 0 to 9, without a word. It runs ahead of
 * the field's own reading, which finds the caret where it was.
 */
const readDigits = ({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement>): void => {
  // an input method that is not done writes its text again, which would stand there twice
  if ((nativeEvent as InputEvent).isComposing) return;
  const latin = latinDigits(field.value).replaceAll(/[٫．]/g, '.');
  if (latin === field.value) return;
  const caret = field.selectionStart;
  field.value = latin;
  field.setSelectionRange(caret, caret);
};

export const theme = createTheme({
  colors: { ...hues, dark },
  primaryColor: 'ember',
  primaryShade: { light: 6, dark: 6 },
  black: gray[9],
  fontFamily: font,
  headings: {
    fontFamily: font,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(24), lineHeight: '1.3' },
      h2: { fontSize: rem(18), lineHeight: '1.4' },
      h3: { fontSize: rem(16), lineHeight: '1.5' },
      h4: { fontSize: rem(14), lineHeight: '1.5' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(24) },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(33 30 27 / 6%)',
    sm: '0 1px 2px rgb(33 30 27 / 6%), 0 2px 6px rgb(33 30 27 / 5%)',
    md: '0 2px 4px rgb(33 30 27 / 6%), 0 6px 16px rgb(33 30 27 / 8%)',
    lg: '0 4px 8px rgb(33 30 27 / 6%), 0 12px 32px rgb(33 30 27 / 12%)',
    xl: '0 8px 16px rgb(33 30 27 / 8%), 0 24px 64px rgb(33 30 27 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { size: 'md' },
      vars: (_, { size }) =>
        size === 'md' ? { root: { '--button-height': TOUCH, '--button-fz': rem(15), '--button-padding-x': rem(18) } } : { root: {} },
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 'xl', variant: 'subtle', color: 'gray' } }),
    // 16 px text also keeps phones from zooming into the field.
    Input: Input.extend({
      defaultProps: { size: 'md' },
      // The focus ring is not the accent, which is too near to the red of an error.
      vars: (_, { size }) => ({
        wrapper: { '--input-bd-focus': 'var(--mantine-color-text)', ...(size === 'md' ? { '--input-height': TOUCH } : {}) },
      }),
    }),
    InputWrapper: InputWrapper.extend({
      defaultProps: { size: 'md' },
      styles: {
        label: { fontSize: rem(14), fontWeight: 600, marginBottom: rem(6) },
        error: { fontSize: rem(13), marginTop: rem(6) },
        description: { marginBottom: rem(6) },
      },
    }),
    Checkbox: of<CheckboxFactory>({ defaultProps: { size: 'md' } }),
    Card: of<CardFactory>({
      defaultProps: { withBorder: true, radius: 'lg', padding: 'md' },
      styles: { root: { borderColor: 'var(--line)', backgroundColor: 'var(--surface)' } },
    }),
    Notification: of<NotificationFactory>({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
    NumberInput: of<NumberInputFactory>({ defaultProps: { onChangeCapture: readDigits } }),
    // By keyboard too whoever chooses a password may look at it.
    PasswordInput: of<PasswordInputFactory>({
      defaultProps: { visibilityToggleFocusable: true, visibilityToggleButtonProps: { 'aria-label': 'Show password' } },
    }),
    Paper: of<PaperFactory>({ defaultProps: { radius: 'lg' } }),
    Avatar: of<AvatarFactory>({ styles: { placeholder: { fontWeight: 600 } } }),
    Badge: of<BadgeFactory>({
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 600 } },
    }),
    Modal: of<ModalFactory>({
      defaultProps: {
        radius: 'lg',
        shadow: 'xl',
        centered: true,
        padding: 'lg',
        overlayProps: { blur: 0, backgroundOpacity: 0.45 },
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': 'Close', size: 44 },
        // Otherwise a dialog's <header> counts as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontSize: rem(18), fontWeight: 600 } },
    }),
    Kbd: of<KbdFactory>({ styles: { root: { fontFamily: font, fontWeight: 600 } } }),
    Menu: of<MenuFactory>({
      // It stands at once: even a short animation begins two frames late.
      defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false, transitionProps: { duration: 0 } },
      styles: { item: { minHeight: TOUCH } },
    }),
    Skeleton: of<SkeletonFactory>({ defaultProps: { radius: 'md' } }),
    Tabs: of<TabsFactory>({ styles: { tab: { minHeight: TOUCH } } }),
  },
});

/**
 * Variables beside Mantine's own: `--canvas` (behind everything), `--surface` (cards), `--surface-sunken` (wells, table heads),
 * `--line` (hairlines), `--accent-text`, `--chart` and `--chart-quiet` (bars, which are no buttons), and `--status-<token>-text` / `-bg`.
 */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--canvas': gray[0],
    '--surface': '#FFFFFF',
    '--surface-sunken': gray[1],
    '--line': gray[2],
    '--accent-text': ember[7],
    '--chart': '#4A6178',
    '--chart-quiet': '#B9C5D1',
    '--mantine-color-default-border': gray[3],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-disabled-color': gray[6],
    '--mantine-color-anchor': ember[7],
    ...statusVariables(0, 1),
  },
  dark: {
    '--canvas': dark[8],
    '--surface': dark[7],
    '--surface-sunken': dark[6],
    '--line': dark[5],
    '--accent-text': ember[3],
    '--chart': '#8FA9C2',
    '--chart-quiet': '#4B5B6B',
    '--mantine-color-error': red[3],
    '--mantine-color-success': green[4],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-disabled-color': dark[2],
    '--mantine-color-anchor': ember[3],
    ...darkTints(),
    ...statusVariables(2, 3),
  },
});
