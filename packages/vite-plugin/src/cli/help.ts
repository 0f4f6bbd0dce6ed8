const turnout = `turnout: the route table of a Vite project

Usage: turnout <command> [options]

Commands:
  routes      Print the route table.

Run \`turnout routes --help\` for the options of a command.

Options:
  -h, --help      Print this.
  -v, --version   Print the version.`

const routes = `turnout routes: print the route table

Usage: turnout routes [options]

Options:
  -c, --controller <name>   Only the routes of a controller: photos, admin/photos, Admin::PhotosController.
  -g, --grep <pattern>      Only the routes whose name, verb, path, controller or action matches a regular
                            expression, or whose path matches a URL path: -g /photos/7/edit.
  -E, --expanded            One block for each route, with its place in the route file.
      --json                The routes as they stand in the manifest.
      --root <folder>       The project's root. Default: the current folder.
      --config <file>       The Vite config file. Default: the one that Vite finds.
      --mode <mode>         The mode in which the Vite config is read. Default: development.
  -h, --help                Print this.

Exit codes: 0 the table was printed; 1 the route files have errors; 2 the command line makes no sense.`

/** The text of `--help`. */
export const help = { turnout, routes } as const
