import { expect, test } from 'vitest';
import { anAuth, aScreen } from '@/test/auth';
import { pathOfWizard } from '.';

test('the wizard is offered to those who may edit there', () => {
  const wizard = aScreen({ screenCode: 'SD-BNK-001', path: '/requestor/initiate' });
  expect(pathOfWizard(anAuth({ screens: [wizard] }))).toBe('/requestor/initiate');
  const viewer = { ...wizard, actions: ['access' as const, 'view' as const] };
  expect(pathOfWizard(anAuth({ screens: [viewer] }))).toBeUndefined();
  expect(pathOfWizard(anAuth({ screens: [] }))).toBeUndefined();
});
