"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useWarnedLeave } from "./secret-shown-once";

type SecretDialogProps<Made> = {
  /** Names the dialog: for the form, and again for what was made. */
  words: (made: Made | null) => { title: string; description: string };
  form: (onMade: (made: Made) => void) => ReactNode;
  /** `isWarned` says that somebody tried to leave once. Once `onUsed` was told that it is in use, nobody is warned. */
  shown: (made: Made, isWarned: boolean, onUsed: () => void) => ReactNode;
  close: () => void;
};

/** Asks what to make, then shows it: the only time that it is seen. */
export function SecretDialog<Made extends object>({ words, form, shown, close }: SecretDialogProps<Made>) {
  const [made, setMade] = useState<Made | null>(null);
  const [isUsed, setUsed] = useState(false);
  const { isWarned, leave } = useWarnedLeave(made !== null && !isUsed, close);
  const onUsed = useCallback(() => setUsed(true), []);
  return (
    <Dialog open onOpenChange={leave} {...words(made)}>
      {made === null ? form(setMade) : shown(made, isWarned, onUsed)}
    </Dialog>
  );
}

type MakeSecret<Asked, Made> = {
  make: (asked: Asked) => Promise<Made>;
  /** This list has one row more then, and is asked for again. */
  list: QueryKey;
  onMade: (made: Made) => void;
};

/** Makes what nobody can see again. The answer holds the secret itself: it is not kept behind the dialog. */
export function useMakeSecret<Asked, Made>({ make, list, onMade }: MakeSecret<Asked, Made>) {
  const cache = useQueryClient();
  return useMutation({
    meta: { silent: true },
    gcTime: 0,
    mutationFn: make,
    onSuccess: (made) => {
      onMade(made);
      void cache.invalidateQueries({ queryKey: list });
    },
  });
}
