import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  publicDir: 'src/app/web/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/app/web/routes',
      generatedRouteTree: 'src/app/web/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.tsx?$',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
      tmpDir: 'node_modules/.tanstack',
    }),
    react(),
    tailwindcss(),
  ],
  resolve: {
    alias: {
      // Radix's scroll lock writes <style> elements, which `style-src 'self'` refuses; ours adopts constructed sheets.
      'react-style-singleton': here('./src/platform/web/ui/adopted-style.ts'),
    },
  },
  build: {
    outDir: 'dist/web',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        // Importing a part does nothing but define it: whoever takes one thing from a front door (`web/index.ts`) gets that alone.
        moduleSideEffects: [
          { test: /\.css$/, sideEffects: true },
          { test: /\/src\/(domains\/[^/]+|platform|app)\/(web|contract)(\/(?!main)|\.ts)/, sideEffects: false },
        ],
      },
    },
  },
  // The contrast test reads tokens.css, which vitest empties unless told.
  test: { css: { include: /tokens\.css/ } },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': 'http://127.0.0.1:3000', '/log': 'http://127.0.0.1:3000' },
  },
});
