"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { personKey } from "@/components/data/settings-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { State } from "@/components/ui/state";
import { toast } from "@/components/ui/toaster";
import type { SignInMethods } from "@/lib/auth/sign-in-schema";
import { useWarnedLeave } from "../secret-shown-once";
import { endTwoFactor, makeBackupCodes, startTwoFactor } from "./account-requests";
import { BackupCodes } from "./backup-codes";
import { PasswordDialog } from "./password-dialog";
import type { PreparedTwoFactor } from "./two-factor-dialog";

const TwoFactorDialog = dynamic(
  () => import("./two-factor-dialog").then((module) => module.TwoFactorDialog),
  {
    ssr: false,
  },
);

type Step =
  | { step: "start" | "end" | "new-codes" }
  | { step: "connect"; prepared: PreparedTwoFactor }
  | { step: "codes"; codes: string[] };

const fewCodes = 3;

/** Whether signing in asks for a code, and the way to change it. */
export function TwoFactorSettings({ methods }: { methods: SignInMethods }) {
  const { isOn, backupCodesLeft } = methods.twoFactor;
  const [open, setOpen] = useState<Step | null>(null);
  const cache = useQueryClient();
  // Switching it changes this session too.
  const refresh = () => cache.invalidateQueries({ queryKey: personKey });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <State icon={isOn ? CircleCheck : CircleDashed}>{isOn ? "On" : "Off"}</State>
        {isOn ? (
          <>
            <span className="text-ink-3">{formatCount(backupCodesLeft ?? 0, "backup code")} left</span>
            <Button onClick={() => setOpen({ step: "new-codes" })}>New backup codes</Button>
            <Button variant="danger" onClick={() => setOpen({ step: "end" })}>
              Switch off
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen({ step: "start" })}>Switch on</Button>
        )}
      </div>
      {isOn && backupCodesLeft !== null && backupCodesLeft < fewCodes ? (
        <Notice tone="warning" title="Few backup codes are left">
          Make new ones while you can still get in: the old ones end.
        </Notice>
      ) : null}
      {open ? (
        <Steps
          open={open}
          setOpen={setOpen}
          hasPassword={methods.hasPassword}
          refresh={() => void refresh()}
        />
      ) : null}
    </div>
  );
}

type StepsProps = {
  open: Step;
  setOpen: (step: Step | null) => void;
  hasPassword: boolean;
  refresh: () => void;
};

function Steps({ open, setOpen, hasPassword, refresh }: StepsProps) {
  const close = () => setOpen(null);
  switch (open.step) {
    case "start":
      return (
        <PasswordDialog
          title="Switch on two-factor"
          description="You need an authenticator app, such as one on your phone."
          confirmLabel="Continue"
          hasPassword={hasPassword}
          leaves
          onConfirm={async (password) =>
            setOpen({ step: "connect", prepared: await startTwoFactor(password) })
          }
          close={close}
        />
      );
    case "connect":
      return <TwoFactorDialog prepared={open.prepared} onConfirmed={refresh} close={close} />;
    case "new-codes":
      return (
        <PasswordDialog
          title="Create new backup codes?"
          description="The ones that you have now stop working."
          confirmLabel="Create new codes"
          hasPassword={hasPassword}
          leaves
          onConfirm={async (password) => {
            setOpen({ step: "codes", codes: await makeBackupCodes(password) });
            refresh();
          }}
          close={close}
        />
      );
    case "codes":
      return <NewCodes codes={open.codes} close={close} />;
    case "end":
      return (
        <PasswordDialog
          title="Switch off two-factor?"
          description="Your password alone lets anybody in then. The app’s entry and the backup codes end."
          confirmLabel="Switch off"
          danger
          hasPassword={hasPassword}
          onConfirm={async (password) => {
            await endTwoFactor(password);
            toast.success("Two-factor is off");
            refresh();
          }}
          close={close}
        />
      );
  }
}

function NewCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const { isWarned, leave } = useWarnedLeave(true, close);
  return (
    <Dialog open onOpenChange={leave} title="New backup codes">
      <BackupCodes codes={codes} isWarned={isWarned} close={close} />
    </Dialog>
  );
}
