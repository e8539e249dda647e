-- What servers look for all the time is a few rows of many: runs that go on, runs without figures, trials that wait or run.
CREATE INDEX "SuiteRun_going_on_idx" ON "SuiteRun"("workspaceId", "modelId") WHERE state IN ('queued', 'running');
CREATE INDEX "SuiteRun_not_judged_idx" ON "SuiteRun"("id") WHERE figures IS NULL AND state IN ('done', 'stopped', 'failed');
CREATE INDEX "Trial_queued_idx" ON "Trial"("suiteRunId", "position") WHERE state = 'queued';
CREATE INDEX "Trial_running_idx" ON "Trial"("leaseUntil") WHERE state = 'running';
