-- CreateEnum
CREATE TYPE "ReviewState" AS ENUM ('open', 'published', 'closed');

-- CreateEnum
CREATE TYPE "VerdictKind" AS ENUM ('approved', 'changes_requested');

-- CreateEnum
CREATE TYPE "ThreadAnchor" AS ENUM ('general', 'file', 'event');

-- CreateEnum
CREATE TYPE "ThreadSide" AS ENUM ('old', 'new');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "isMachine" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Version" ADD COLUMN     "approval" JSONB NOT NULL DEFAULT 'null';

-- CreateTable
CREATE TABLE "Invitation" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "tokenHash" CHAR(64) NOT NULL,
    "role" "Role" NOT NULL,
    "email" TEXT,
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3),
    "acceptedAt" TIMESTAMPTZ(3),
    "acceptedById" UUID,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SkillMaintainer" (
    "skillId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "addedById" UUID NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SkillMaintainer_pkey" PRIMARY KEY ("skillId","userId")
);

-- CreateTable
CREATE TABLE "VersionWithdrawal" (
    "versionId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "withdrawnById" UUID NOT NULL,
    "withdrawnAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "VersionWithdrawal_pkey" PRIMARY KEY ("versionId")
);

-- CreateTable
CREATE TABLE "ReviewPolicy" (
    "workspaceId" UUID NOT NULL,
    "approvals" INTEGER NOT NULL DEFAULT 1,
    "approverRole" "Role" NOT NULL DEFAULT 'reviewer',
    "openThreadsBlock" BOOLEAN NOT NULL DEFAULT true,
    "findingsBlock" BOOLEAN NOT NULL DEFAULT true,
    "bypassRoles" "Role"[] DEFAULT ARRAY['owner']::"Role"[],
    "protectedLabels" TEXT[] DEFAULT ARRAY['production']::TEXT[],
    "updatedById" UUID NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ReviewPolicy_pkey" PRIMARY KEY ("workspaceId")
);

-- CreateTable
CREATE TABLE "Review" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "skillId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "state" "ReviewState" NOT NULL DEFAULT 'open',
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "baseVersion" INTEGER,
    "publishedVersion" INTEGER,
    "requestedById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "endedById" UUID,

    CONSTRAINT "Review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReviewReviewer" (
    "reviewId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "askedById" UUID NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReviewReviewer_pkey" PRIMARY KEY ("reviewId","userId")
);

-- CreateTable
CREATE TABLE "ReviewVerdict" (
    "id" UUID NOT NULL,
    "reviewId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" "VerdictKind" NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "revision" INTEGER NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "opened" JSONB NOT NULL DEFAULT '[]',
    "keyId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReviewVerdict_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReviewRehearsal" (
    "reviewId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "startedById" UUID NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReviewRehearsal_pkey" PRIMARY KEY ("reviewId","conversationId")
);

-- CreateTable
CREATE TABLE "ReviewOpening" (
    "reviewId" UUID NOT NULL,
    "conversationId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "digest" CHAR(64) NOT NULL,
    "workspaceId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReviewOpening_pkey" PRIMARY KEY ("reviewId","conversationId","userId","digest")
);

-- CreateTable
CREATE TABLE "Thread" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "skillId" UUID,
    "reviewId" UUID,
    "anchor" "ThreadAnchor" NOT NULL,
    "digest" CHAR(64),
    "revision" INTEGER,
    "path" TEXT,
    "side" "ThreadSide",
    "startLine" INTEGER,
    "endLine" INTEGER,
    "quote" TEXT,
    "hunk" JSONB,
    "conversationId" UUID,
    "seq" INTEGER,
    "resolvedAt" TIMESTAMPTZ(3),
    "resolvedById" UUID,
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Thread_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Comment" (
    "id" UUID NOT NULL,
    "threadId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "authorId" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "mentions" UUID[],
    "suggestion" TEXT,
    "appliedAt" TIMESTAMPTZ(3),
    "appliedById" UUID,
    "appliedAs" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "editedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Comment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Notification" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "actorId" UUID,
    "actorName" TEXT,
    "data" JSONB NOT NULL,
    "dedupeKey" TEXT,
    "readAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE INDEX "Invitation_workspaceId_createdAt_idx" ON "Invitation"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "SkillMaintainer_workspaceId_userId_idx" ON "SkillMaintainer"("workspaceId", "userId");

-- CreateIndex
CREATE INDEX "VersionWithdrawal_skillId_idx" ON "VersionWithdrawal"("skillId");

-- CreateIndex
CREATE INDEX "Review_skillId_state_idx" ON "Review"("skillId", "state");

-- CreateIndex
CREATE INDEX "Review_workspaceId_updatedAt_id_idx" ON "Review"("workspaceId", "updatedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Review_workspaceId_number_key" ON "Review"("workspaceId", "number");

-- CreateIndex
CREATE INDEX "ReviewReviewer_workspaceId_userId_idx" ON "ReviewReviewer"("workspaceId", "userId");

-- CreateIndex
CREATE INDEX "ReviewVerdict_reviewId_at_idx" ON "ReviewVerdict"("reviewId", "at");

-- CreateIndex
CREATE INDEX "Thread_reviewId_idx" ON "Thread"("reviewId");

-- CreateIndex
CREATE INDEX "Thread_conversationId_seq_idx" ON "Thread"("conversationId", "seq");

-- CreateIndex
CREATE INDEX "Thread_workspaceId_updatedAt_idx" ON "Thread"("workspaceId", "updatedAt");

-- CreateIndex
CREATE INDEX "Comment_threadId_createdAt_idx" ON "Comment"("threadId", "createdAt");

-- CreateIndex
CREATE INDEX "Notification_userId_workspaceId_id_idx" ON "Notification"("userId", "workspaceId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Notification_userId_dedupeKey_key" ON "Notification"("userId", "dedupeKey");

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SkillMaintainer" ADD CONSTRAINT "SkillMaintainer_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "VersionWithdrawal" ADD CONSTRAINT "VersionWithdrawal_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "Version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewPolicy" ADD CONSTRAINT "ReviewPolicy_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Review" ADD CONSTRAINT "Review_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewReviewer" ADD CONSTRAINT "ReviewReviewer_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "Review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewVerdict" ADD CONSTRAINT "ReviewVerdict_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "Review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewRehearsal" ADD CONSTRAINT "ReviewRehearsal_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "Review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewRehearsal" ADD CONSTRAINT "ReviewRehearsal_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewOpening" ADD CONSTRAINT "ReviewOpening_reviewId_conversationId_fkey" FOREIGN KEY ("reviewId", "conversationId") REFERENCES "ReviewRehearsal"("reviewId", "conversationId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Thread" ADD CONSTRAINT "Thread_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Thread" ADD CONSTRAINT "Thread_skillId_fkey" FOREIGN KEY ("skillId") REFERENCES "Skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Thread" ADD CONSTRAINT "Thread_reviewId_fkey" FOREIGN KEY ("reviewId") REFERENCES "Review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Thread" ADD CONSTRAINT "Thread_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Comment" ADD CONSTRAINT "Comment_threadId_fkey" FOREIGN KEY ("threadId") REFERENCES "Thread"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A skill has one open review at a time.
CREATE UNIQUE INDEX "Review_open_key" ON "Review"("skillId") WHERE state = 'open';

-- The app's role, where there is one. What somebody said of a digest stays said.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "Invitation", "SkillMaintainer", "VersionWithdrawal", "ReviewPolicy",
      "Review", "ReviewReviewer", "ReviewRehearsal", "ReviewOpening", "Thread", "Comment", "Notification"
      TO greenroom_app;
    GRANT SELECT, INSERT ON "ReviewVerdict" TO greenroom_app;
  END IF;
END
$$;
