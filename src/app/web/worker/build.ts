/** One build of the web app, as its service worker knows it. The build fills this in. */
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

/** What a worker sends to the open pages when it starts to answer them. */
export type BuildNews = { readonly kind: 'build'; readonly id: string };

const cachePrefix = 'build:';

/** Returns the name of a build's cache. An open page holds a lock of the same name on the build that it came from. */
export const cacheOf = (id: string): string => `${cachePrefix}${id}`;

/** Reports whether a cache belongs to a build. */
export const isBuildCache = (name: string): boolean => name.startsWith(cachePrefix);
