import { TimelineSkeleton } from "../conversation-skeletons";
import type { SessionView } from "../use-session-view";
import { Timeline } from "./timeline";

type ViewTimelineProps = {
  view: SessionView;
  viewerId: string;
  /** Its events are not here yet. */
  isOpening: boolean;
  onSelect: (seq: number) => void;
};

/** The timeline of what a page shows, a rehearsal's or a live host's; nothing where nothing happened. */
export function ViewTimeline({ view, viewerId, isOpening, onSelect }: ViewTimelineProps) {
  if (isOpening) return <TimelineSkeleton />;
  if (view.total === 0) return null;
  return (
    <Timeline
      lanes={view.lanes}
      total={view.total}
      filter={view.filter}
      onFilter={view.setFilter}
      viewerId={viewerId}
      selected={view.selected}
      runningId={view.running?.runId}
      onSelect={onSelect}
    />
  );
}
