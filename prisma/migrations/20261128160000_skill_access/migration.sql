-- Who sees a skill and which agents may have it, and groups of members to whom skills are open.
ALTER TABLE "Skill" ADD COLUMN "access" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN "accessRevision" INTEGER NOT NULL DEFAULT 0;

CREATE INDEX "Skill_workspaceId_accessRevision_idx" ON "Skill"("workspaceId", "accessRevision");

CREATE TABLE "MemberGroup" (
    "id" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "limited" BOOLEAN NOT NULL DEFAULT false,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdById" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MemberGroup_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "GroupMember" (
    "groupId" UUID NOT NULL,
    "workspaceId" UUID NOT NULL,
    "userId" UUID NOT NULL,

    CONSTRAINT "GroupMember_pkey" PRIMARY KEY ("groupId", "userId")
);

CREATE UNIQUE INDEX "MemberGroup_workspaceId_name_key" ON "MemberGroup"("workspaceId", "name");
CREATE INDEX "GroupMember_workspaceId_userId_idx" ON "GroupMember"("workspaceId", "userId");

ALTER TABLE "MemberGroup" ADD CONSTRAINT "MemberGroup_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "MemberGroup"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "GroupMember" ADD CONSTRAINT "GroupMember_workspaceId_userId_fkey" FOREIGN KEY ("workspaceId", "userId") REFERENCES "Member"("workspaceId", "userId") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'greenroom_app') THEN
    GRANT SELECT, INSERT, UPDATE, DELETE ON "MemberGroup", "GroupMember" TO greenroom_app;
  END IF;
END
$$;
