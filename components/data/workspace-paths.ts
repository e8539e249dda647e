/** Where a workspace begins: every address of its pages stands below. */
export const workspacePath = (workspace: string) => `/w/${workspace}`;

/** Leads to one of the rooms of the rail. */
export const roomPath = (workspace: string, room: string) => `${workspacePath(workspace)}/${room}`;

export const apiReferencePath = (workspace: string) => `${workspacePath(workspace)}/api-reference`;
