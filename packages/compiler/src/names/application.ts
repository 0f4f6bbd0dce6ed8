/** True for the name of a module that applies to all controllers in its folder: `application`, `admin/application`. */
export const isApplication = (controller: string): boolean => /(?:^|\/)application$/.test(controller)
