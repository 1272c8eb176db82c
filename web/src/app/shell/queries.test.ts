import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api';
import { createQueries } from '.';

afterEach(() => onlineManager.setOnline(true));

test('without a network what is asked fails instead of waiting, and is asked again when there is one', async () => {
  onlineManager.setOnline(false);
  let isThere = false;
  const queryFn = async () => {
    if (!isThere) throw new ApiError(0, 'No network');
    return 'rows';
  };
  const client = createQueries();
  client.mount();
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn });
  const stop = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'), 5_000);
  isThere = true;
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('rows'), 5_000);
  stop();
  client.unmount();
});
