import { formatCount } from "@/components/ui/format";
import type { RadarRunDetail } from "@/lib/radar/schema";

/** Tokens that unnecessary skills take, all together. Nothing is removed here by itself. */
export function WinBack({ run }: { run: Pick<RadarRunDetail, "winBack" | "state"> }) {
  const { skills, catalogue, activation } = run.winBack;
  return (
    <section aria-label="To win back" className="border-line border-b px-4 py-3">
      {skills === 0 ? (
        <p className="text-ink-2">
          {run.state === "running"
            ? "No skill is shown to be unnecessary so far."
            : "No skill is shown to be unnecessary with this model."}
        </p>
      ) : (
        <>
          <p className="font-semibold text-20 tracking-[-0.02em]">
            {formatCount(catalogue, "token")} a request to win back
          </p>
          <p className="text-ink-2">
            {formatCount(skills, "skill")} unnecessary now. Their catalogue entries stand in every request,
            and up to {formatCount(activation, "token")} more in a conversation that loads them. Estimates:
            each skill counted by itself from recorded sessions.
          </p>
        </>
      )}
    </section>
  );
}
