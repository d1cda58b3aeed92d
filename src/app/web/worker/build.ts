/** The description of one build of the web app for its service worker. The build fills this in. */
export type Build = {
  /** Different for every build with any different file. Its pages carry it as `data-build`. */
  readonly id: string;
  /** The paths of the app's pages, as patterns. Each pattern is itself a path that the server answers with the page. */
  readonly pages: readonly string[];
  /** The path that the server answers with the page for unknown addresses. */
  readonly unknownPage: string;
  /** The paths of all other files that the app needs. */
  readonly files: readonly string[];
};

/** The message of a worker to the open pages when it takes over. */
export type BuildNews = { readonly kind: 'build'; readonly id: string };

const cachePrefix = 'build:';

/** Returns the name of a build's cache. An open page holds a lock of the same name on the build that it came from. */
export const cacheOf = (id: string): string => `${cachePrefix}${id}`;

/** Reports whether a cache belongs to a build. */
export const isBuildCache = (name: string): boolean => name.startsWith(cachePrefix);
