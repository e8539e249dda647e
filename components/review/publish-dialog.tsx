"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { agentKeys } from "@/components/data/agent-queries";
import { libraryKeys } from "@/components/data/library-queries";
import { publicationQuery, reviewKeys, skillReviewQuery } from "@/components/data/review-queries";
import { useSession } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { isReason, ReasonField } from "@/components/ui/reason-field";
import { ShownText } from "@/components/ui/shown-text";
import { ApiError, client, unwrap } from "@/lib/api/client";
import type { Publication } from "@/lib/reviews/review-schema";
import { AuthorsNote } from "./authors-note";
import { BaseMoved, isBaseMoved } from "./base-moved";
import { ImpactList } from "./impact-list";
import { LabelChoice } from "./label-choice";
import { PolicyList } from "./policy-list";
import { PublishedDialog } from "./published-dialog";
import { nextVersion, unmetRules, waitingWords } from "./review-words";
import { WaitingReasons } from "./waiting-reasons";

export type PublishDialogProps = {
  workspace: string;
  skill: string;
  /** The draft that was looked at, saved if need be; throws when it could not be. */
  prepare: () => Promise<{ revision: number; digest: string }>;
  /** There is unsaved work: publishing saves it first. */
  unsaved?: boolean;
  /** What has to be mended first, and why nothing can be published until then. */
  blockers?: ReactNode;
  blockedReason?: string | undefined;
  /** Asks others instead, where the policy wants approvals and no review is open. */
  onAskForReview?: (() => void) | undefined;
  /** It runs after the server answered, well or not. */
  onSettled?: () => void;
  close: () => void;
};

type Form = { note: string | null; labels: readonly string[]; reason: string; seenNewest: boolean };
/** `note` is null until somebody types: it starts from the title of the review. */
const empty: Form = { note: null, labels: [], reason: "", seenNewest: false };

/** Makes an immutable version of the draft: with a note, moving labels along, if the policy lets it. */
export function PublishDialog(props: PublishDialogProps) {
  const { workspace, skill, unsaved = false, blockers, blockedReason, onAskForReview, close } = props;
  const [form, setForm] = useState(empty);
  const missingRight = useBlockedFor("library.publish");
  const set = (change: Partial<Form>) => setForm((now) => ({ ...now, ...change }));
  const { asked, publication, review } = usePublication(workspace, skill);
  const note = form.note ?? review?.title ?? "";
  const publish = usePublish(props, { ...form, note }, publication);
  if (publish.data)
    return (
      <PublishedDialog
        workspace={workspace}
        skill={skill}
        number={publish.data.number}
        digest={publish.data.digest}
        labels={form.labels}
        close={close}
      />
    );
  const isPast = publication !== undefined && !publication.met && publication.mayBypass;
  return (
    <FormDialog
      title={publication ? `Publish version ${nextVersion(publication)}` : "Publish"}
      description="A version is a snapshot that never changes. Agents that follow the latest version get it."
      verb={unsaved ? "Save and publish" : isPast ? "Bypass and publish" : "Publish"}
      pending={publish.isPending}
      blockedReason={blockedReason ?? whyNot(publication, { error: asked.error, form, missingRight })}
      onSubmit={() => publish.mutate()}
      close={close}
      instead={
        onAskForReview && publication && wantsReview(publication) ? (
          <Button onClick={onAskForReview}>Ask for review</Button>
        ) : null
      }
    >
      {blockers}
      {publication ? (
        <BaseMoved
          workspace={workspace}
          skill={skill}
          publication={publication}
          seen={form.seenNewest}
          onSeen={(seenNewest) => set({ seenNewest })}
        />
      ) : null}
      {publication && !publication.met ? (
        <Policy publication={publication} className="border-line border-b pb-4">
          {isPast ? <BypassReason reason={form.reason} onReason={(reason) => set({ reason })} /> : null}
        </Policy>
      ) : null}
      <NoteField note={note} onNote={(typed) => set({ note: typed })} />
      <LabelChoice
        workspace={workspace}
        skill={skill}
        chosen={form.labels}
        onChange={(labels) => set({ labels })}
      />
      {publication ? (
        <Impact workspace={workspace} skill={skill} digest={publication.digest} labels={form.labels} />
      ) : null}
      {publication?.met ? <Policy publication={publication} className="border-line border-t pt-3" /> : null}
      {publish.isError ? (
        <Notice tone="error">
          <ShownText text={refusalWords(publish.error)} />
        </Notice>
      ) : null}
    </FormDialog>
  );
}

/** Whether the policy lets it, and the review that is open of the draft. */
function usePublication(workspace: string, skill: string) {
  const asked = useQuery(publicationQuery(client.reviews, workspace, skill));
  const publication = asked.data;
  const review = useQuery({
    ...skillReviewQuery(client.reviews, workspace, skill),
    enabled: publication !== undefined && publication.review !== null,
    meta: { silent: true },
  }).data;
  return { asked, publication, review };
}

/** Publishes what `prepare` answers, with what the form says. */
function usePublish(
  { workspace, skill, prepare, onSettled }: PublishDialogProps,
  form: Form & { note: string },
  publication: Publication | undefined,
) {
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const { revision, digest } = await prepare();
      const route = client.library.workspaces[":workspace"].skills[":skill"].versions;
      const json = { revision, digest, ...choicesOf(form, publication) };
      return unwrap(route.$post({ param: { workspace, skill }, json }));
    },
    onSuccess: () => {
      // Not awaited: the version is there, whatever the lists take to be fetched again.
      void cache.invalidateQueries({ queryKey: libraryKeys.all(workspace) });
      void cache.invalidateQueries({ queryKey: agentKeys.all(workspace) });
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: reviewKeys.all(workspace) });
      onSettled?.();
    },
  });
}

function BypassReason({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  return (
    <ReasonField
      label="Reason for the bypass"
      rows={2}
      value={reason}
      onValueChange={onReason}
      help="Your role may. The audit trail and the version keep the reason."
    />
  );
}

function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  return (
    <Field label="Note" help="What changed, for those who use the skill. Shown in the list of versions.">
      <Textarea autoFocus value={note} onChange={({ target }) => onNote(target.value)} maxLength={2_000} />
    </Field>
  );
}

function Impact(props: ComponentProps<typeof ImpactList>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2 border-line border-t pt-3">
      <h3 id={id}>Impact on publish</h3>
      <ImpactList {...props} />
    </section>
  );
}

type PolicyProps = { publication: Publication; className: string; children?: ReactNode };

/** What the workspace asks for: at the end when it is met, and first, with what to do about it, when it is not. */
function Policy({ publication, className, children }: PolicyProps) {
  const id = useId();
  const { user } = useSession();
  if (publication.rules.length === 0) return null;
  const asksForApproval = publication.rules.some(({ rule }) => rule === "approvals");
  return (
    <section aria-labelledby={id} className={classNames("grid gap-2", className)}>
      <h3 id={id}>Policy</h3>
      <PolicyList rules={publication.rules} />
      <WaitingReasons publication={publication} />
      {asksForApproval ? <AuthorsNote publication={publication} viewerId={user.id} /> : null}
      {children}
    </section>
  );
}

/** A review would bring what is missing, and none is open yet. */
const wantsReview = (publication: Publication) =>
  publication.review === null && unmetRules(publication).some(({ rule }) => rule === "approvals");

function choicesOf({ note, labels, reason }: Form & { note: string }, publication: Publication | undefined) {
  return {
    note,
    labels: [...labels],
    ...(publication && isBaseMoved(publication) ? { newestVersion: publication.newestVersion } : {}),
    ...(publication && !publication.met && publication.mayBypass ? { bypassReason: reason.trim() } : {}),
  };
}

type Asking = { error: Error | null; form: Form; missingRight: string | undefined };

function whyNot(
  publication: Publication | undefined,
  { error, form, missingRight }: Asking,
): string | undefined {
  if (!publication) return error?.message ?? "Reading what the policy asks for.";
  if (missingRight !== undefined) return missingRight;
  if (isBaseMoved(publication) && !form.seenNewest)
    return `Say first that you have seen v${publication.newestVersion}.`;
  if (publication.met) return undefined;
  if (!publication.mayBypass) return waitingWords(publication) ?? undefined;
  return isReason(form.reason) ? undefined : "Say why the policy is bypassed.";
}

type Unmet = { message: string };
const isUnmet = (value: unknown): value is Unmet =>
  typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";

/** Says what the server found missing inside the transaction, where something changed since the dialog opened. */
function refusalWords(error: Error): string {
  const unmet = error instanceof ApiError && Array.isArray(error.details.unmet) ? error.details.unmet : [];
  const missing = unmet.filter(isUnmet).map(({ message }) => message);
  return [error.message, ...missing.filter((message) => !error.message.includes(message))].join(" ");
}
