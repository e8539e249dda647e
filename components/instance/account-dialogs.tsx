"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { instanceKey } from "@/components/data/instance-queries";
import { useSession } from "@/components/layout/current-workspace";
import { ResetLinkDialog } from "@/components/settings/members/reset-link-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toaster";
import type { Account } from "@/lib/accounts/account-schema";
import { client, unwrap } from "@/lib/api/client";
import { DeactivateDialog } from "./deactivate-dialog";

export type AskedAct =
  | "reset-link"
  | "two-factor"
  | "make-operator"
  | "remove-operator"
  | "deactivate"
  | "reactivate";

const { people, operators } = client.accounts.instance;
const person = people[":person"];

type AccountDialogsProps = { account: Account; asked: AskedAct | null; close: () => void };

/** Each act asks before it is done, and says what it leaves as it is. */
export function AccountDialogs({ account, asked, close }: AccountDialogsProps) {
  const { user } = useSession();
  const { id, name } = account;
  const param = { person: id };
  const after = useAfterwards();
  const isSelf = id === user.id;
  return (
    <>
      <ResetLinkDialog
        open={asked === "reset-link"}
        close={close}
        name={name}
        make={() => unwrap(person["reset-link"].$post({ param }))}
      />
      <ConfirmDialog
        open={asked === "two-factor"}
        onOpenChange={close}
        title={`Reset the second step of ${name}?`}
        description={`${name} then signs in with the first step alone, and may switch the second on anew. They are signed out everywhere. Be sure that it is ${name} who asked.`}
        confirmLabel="Reset the second step"
        danger
        onConfirm={async () => {
          await unwrap(person["two-factor"].$delete({ param }));
          await after(`The second step of ${name} is off`);
        }}
      />
      <ConfirmDialog
        open={asked === "make-operator"}
        onOpenChange={close}
        title={`Make ${name} an operator?`}
        description="They look after all accounts, other operators’ too, and create workspaces. They see into no workspace that they do not belong to."
        confirmLabel="Make an operator"
        onConfirm={async () => {
          await unwrap(operators[":person"].$put({ param }));
          await after(`${name} is an operator`);
        }}
      />
      <ConfirmDialog
        open={asked === "remove-operator"}
        onOpenChange={close}
        title={isSelf ? "Stop being an operator?" : `Make ${name} no operator?`}
        description={`${isSelf ? "Your" : "Their"} account and workspaces stay as they are. Another operator can undo it.`}
        confirmLabel={isSelf ? "Stop being an operator" : "Remove operator role"}
        danger
        onConfirm={async () => {
          await unwrap(operators[":person"].$delete({ param }));
          // A full load: these pages are not one's own any more.
          if (isSelf) return window.location.assign("/");
          await after(`${name} is no operator any more`);
        }}
      />
      <ConfirmDialog
        open={asked === "reactivate"}
        onOpenChange={close}
        title={`Reactivate ${name}?`}
        description="They get in again as they were, with their roles; their API keys work again. They sign in anew."
        confirmLabel="Reactivate"
        onConfirm={async () => {
          await unwrap(person.reactivate.$post({ param }));
          await after(`${name} gets in again`);
        }}
      />
      {asked === "deactivate" ? (
        <DeactivateDialog
          account={account}
          close={close}
          onConfirm={async () => {
            await unwrap(person.deactivate.$post({ param }));
            await after(`${name} does not get in any more`);
          }}
        />
      ) : null}
    </>
  );
}

/** Says that it is done, and asks again for what is shown. */
function useAfterwards(): (words: string) => Promise<void> {
  const cache = useQueryClient();
  const router = useRouter();
  return async (words) => {
    toast.success(words);
    await cache.invalidateQueries({ queryKey: instanceKey });
    router.refresh();
  };
}
