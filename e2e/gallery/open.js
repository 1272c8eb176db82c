/** Pages before login. */
export const openTours = () => [
  { name: 'login', path: '/auth' },
  { name: 'login-errors', path: '/auth', act: submitEmpty },
  { name: 'forgot-password', path: '/auth/forgot' },
  { name: 'provider-login', path: '/provider/login' },
  { name: 'provider-link-gone', path: '/provider/login#no-such-link' },
  { name: 'page-not-found', path: '/nowhere' },
  { name: 'portal-not-found', path: '/provider/nowhere' },
];

async function submitEmpty({ page, t }) {
  await page.getByRole('button', { name: t('ui.login.submit'), exact: true }).click();
  await page.getByText(t('message.passwordRequired')).waitFor();
}
