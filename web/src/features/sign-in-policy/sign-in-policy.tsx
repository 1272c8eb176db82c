import { Skeleton } from '@mantine/core';
import { SaveBar } from '@/components/custom-forms/save-bar';
import { LoadFailed } from '@/components/load-failed';
import { Roles } from './roles';
import { Sensitive } from './sensitive';
import { usePolicy } from './use-policy';

/** Which roles need a second factor, and which actions must be confirmed again. */
export function SignInPolicy() {
  const policy = usePolicy();
  const { saved, draft, isSaving } = policy;
  if (policy.isPending) {
    return (
      <div className="grid gap-16">
        <Skeleton height={220} radius={12} />
        <Skeleton height={360} radius={12} />
      </div>
    );
  }
  if (!saved || !draft) return <LoadFailed error={policy.error} onRetry={() => void policy.refetch()} />;
  return (
    <>
      <Roles
        chosen={draft.roles}
        isDisabled={isSaving}
        onChange={(roles) => policy.change({ ...draft, roles })}
      />
      <Sensitive
        draft={draft}
        saved={saved}
        isDisabled={isSaving}
        onChange={(cells) => policy.change({ ...draft, cells })}
      />
      <SaveBar
        count={policy.count}
        isSaving={isSaving}
        onDiscard={policy.discard}
        onSave={() => void policy.save()}
      />
    </>
  );
}
