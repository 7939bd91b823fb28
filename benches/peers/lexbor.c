/* Times lexbor's C library for benches/examples/speed. parsers.py documents the commands that this
 * program reads. lexbor.sh builds it.
 */
#include <lexbor/html/html.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
    lxb_char_t *bytes;
    size_t size;
} text_t;

static text_t *texts;
static size_t count;

static void fail(const char *what) {
    fprintf(stderr, "lexbor: %s\n", what);
    exit(1);
}

static void clear(void) {
    for (size_t i = 0; i < count; i++) {
        free(texts[i].bytes);
    }
    count = 0;
}

static void add(size_t size) {
    texts = realloc(texts, (count + 1) * sizeof(text_t));
    lxb_char_t *bytes = malloc(size + 1);
    if (texts == NULL || bytes == NULL) {
        fail("out of memory");
    }
    if (fread(bytes, 1, size, stdin) != size) {
        fail("the text is incomplete");
    }
    texts[count++] = (text_t) {bytes, size};
}

static void parse(text_t text) {
    lxb_html_document_t *document = lxb_html_document_create();
    if (document == NULL) {
        fail("no document");
    }
    /* Without mutation events, as in parsers.py. */
    lxb_html_document_dom_opt_set(document, LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
    if (lxb_html_document_parse(document, text.bytes, text.size) != LXB_STATUS_OK) {
        fail("the parse failed");
    }
    lxb_html_document_destroy(document);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static double run(void) {
    double start = now();
    for (size_t i = 0; i < count; i++) {
        parse(texts[i]);
    }
    return now() - start;
}

static unsigned long peak(void) {
    char line[256];
    unsigned long kilobytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof(line), status) != NULL) {
        sscanf(line, "VmHWM: %lu", &kilobytes);
    }
    if (status != NULL) {
        fclose(status);
    }
    return kilobytes;
}

int main(void) {
    char line[64];
    size_t size;
    printf("lexbor %s (C)\n", LEXBOR_VERSION_STRING);
    fflush(stdout);
    while (fgets(line, sizeof(line), stdin) != NULL) {
        if (strcmp(line, "clear\n") == 0) {
            clear();
        } else if (sscanf(line, "text %zu", &size) == 1) {
            add(size);
        } else if (strcmp(line, "run\n") == 0) {
            printf("%.9f\n", run());
        } else if (strcmp(line, "peak\n") == 0) {
            printf("%lu\n", peak());
        }
        fflush(stdout);
    }
    return 0;
}
