import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.gephi.graph.api.Column;
import org.gephi.graph.api.Edge;
import org.gephi.graph.api.Graph;
import org.gephi.graph.api.GraphController;
import org.gephi.graph.api.GraphModel;
import org.gephi.graph.api.Interval;
import org.gephi.graph.api.Node;
import org.gephi.graph.api.Table;
import org.gephi.io.exporter.api.ExportController;
import org.gephi.io.exporter.preview.PDFExporter;
import org.gephi.io.importer.api.Container;
import org.gephi.io.importer.api.ImportController;
import org.gephi.io.importer.api.Issue;
import org.gephi.io.processor.plugin.DefaultProcessor;
import org.gephi.layout.plugin.forceAtlas2.ForceAtlas2;
import org.gephi.layout.plugin.forceAtlas2.ForceAtlas2Builder;
import org.gephi.preview.api.PreviewController;
import org.gephi.preview.api.PreviewModel;
import org.gephi.preview.api.PreviewProperty;
import org.gephi.project.api.ProjectController;
import org.gephi.project.api.Workspace;
import org.openide.util.Lookup;

/**
 * Opens network files as Gephi's File > Open does and says in JSON what it got of each:
 * java -cp gephi-toolkit-all.jar OpenInGephi.java FILE ... Beside each file it writes
 * FILE.json, FILE.png as the file says the picture is, and FILE.laid-out.png after Gephi's
 * own ForceAtlas2.
 */
public final class OpenInGephi {
    private static final int STEPS = 500;
    private static final float WIDTH = 1200;
    private static final float HEIGHT = 900;
    private static final int MOST_ISSUES = 1000;

    public static void main(String[] files) throws Exception {
        System.setProperty("java.awt.headless", "true");
        for (String file : files) {
            open(new File(file));
        }
        System.exit(0);
    }

    private static void open(File file) throws Exception {
        ProjectController projects = Lookup.getDefault().lookup(ProjectController.class);
        projects.newProject();
        Workspace workspace = projects.getCurrentWorkspace();
        ImportController imports = Lookup.getDefault().lookup(ImportController.class);
        Container container = imports.importFile(file);
        // What a person is shown after opening a file: the importer's issues, those of the check
        // of its whole, and those of taking it over.
        container.verify();
        List<Issue> issues = new ArrayList<>(container.getReport().getIssuesList(MOST_ISSUES));
        DefaultProcessor processor = new DefaultProcessor();
        imports.process(container, processor, workspace);
        issues.addAll(processor.getReport().getIssuesList(MOST_ISSUES));
        GraphModel model = Lookup.getDefault().lookup(GraphController.class).getGraphModel();
        try (Writer out = new FileWriter(file + ".json", StandardCharsets.UTF_8)) {
            out.write(told(issues, model));
        }
        picture(new File(file + ".png"));
        layOut(model);
        picture(new File(file + ".laid-out.png"));
        projects.closeCurrentProject();
    }

    private static String told(List<Issue> issues, GraphModel model) {
        Graph graph = model.getGraph();
        StringBuilder out = new StringBuilder("{\"issues\": [");
        String comma = "";
        for (Issue issue : issues) {
            out.append(comma).append("[").append(quoted(issue.getLevel().toString())).append(", ")
                .append(quoted(issue.getMessage())).append("]");
            comma = ", ";
        }
        out.append("], \"directed\": ").append(model.isDirected());
        out.append(", \"undirected\": ").append(model.isUndirected());
        out.append(", \"dynamic\": ").append(model.isDynamic());
        out.append(", \"time_format\": ").append(quoted(model.getTimeFormat().toString()));
        Interval bounds = model.getTimeBounds();
        out.append(", \"bounds\": [").append(quoted("" + bounds.getLow())).append(", ")
            .append(quoted("" + bounds.getHigh())).append("]");
        columns(out, "node_columns", model.getNodeTable());
        columns(out, "edge_columns", model.getEdgeTable());
        out.append(", \"nodes\": [");
        comma = "\n";
        for (Node node : graph.getNodes().toArray()) {
            node(out.append(comma), node, model.getNodeTable());
            comma = ",\n";
        }
        out.append("], \"edges\": [");
        comma = "\n";
        for (Edge edge : graph.getEdges().toArray()) {
            edge(out.append(comma), edge, model.getEdgeTable());
            comma = ",\n";
        }
        return out.append("]}\n").toString();
    }

    private static void columns(StringBuilder out, String name, Table table) {
        out.append(", ").append(quoted(name)).append(": {");
        String comma = "";
        for (Column column : table) {
            if (!column.isProperty()) {
                out.append(comma).append(quoted(column.getTitle())).append(": ")
                    .append(quoted(column.getTypeClass().getSimpleName()));
                comma = ", ";
            }
        }
        out.append("}");
    }

    private static void node(StringBuilder out, Node node, Table table) {
        Color color = node.getColor();
        out.append("{\"id\": ").append(quoted((String) node.getId()));
        out.append(", \"label\": ").append(quoted(node.getLabel()));
        out.append(", \"x\": ").append(node.x()).append(", \"y\": ").append(node.y());
        out.append(", \"size\": ").append(node.size());
        out.append(", \"color\": [").append(color.getRed()).append(", ")
            .append(color.getGreen()).append(", ").append(color.getBlue()).append("]");
        Interval[] intervals = node.getIntervals();
        out.append(", \"since\": ").append(since(intervals));
        values(out, node, table);
    }

    private static void edge(StringBuilder out, Edge edge, Table table) {
        out.append("{\"source\": ").append(quoted((String) edge.getSource().getId()));
        out.append(", \"target\": ").append(quoted((String) edge.getTarget().getId()));
        out.append(", \"weight\": ").append(edge.getWeight());
        out.append(", \"directed\": ").append(edge.isDirected());
        out.append(", \"since\": ").append(since(edge.getIntervals()));
        values(out, edge, table);
    }

    private static void values(StringBuilder out, org.gephi.graph.api.Element element, Table table) {
        out.append(", \"values\": {");
        String comma = "";
        for (Column column : table) {
            Object value = column.isProperty() ? null : element.getAttribute(column);
            if (value != null) {
                out.append(comma).append(quoted(column.getTitle())).append(": ")
                    .append(value instanceof String ? quoted((String) value) : value.toString());
                comma = ", ";
            }
        }
        out.append("}}");
    }

    /** Milliseconds since 1970 from which the element is there, or null. */
    private static String since(Interval[] intervals) {
        return intervals.length == 0 ? "null" : "" + (long) intervals[0].getLow();
    }

    private static void layOut(GraphModel model) {
        if (model.getGraph().getNodeCount() == 0) {
            return;
        }
        ForceAtlas2 layout = new ForceAtlas2Builder().buildLayout();
        layout.setGraphModel(model);
        layout.resetPropertiesValues();
        layout.setScalingRatio(1000.0);
        layout.setStrongGravityMode(true);
        layout.setGravity(0.05);
        layout.setThreadsCount(1);
        layout.initAlgo();
        for (int step = 0; step < STEPS && layout.canAlgo(); step++) {
            layout.goAlgo();
        }
        layout.endAlgo();
    }

    private static void picture(File file) throws IOException {
        PreviewModel preview = Lookup.getDefault().lookup(PreviewController.class).getModel();
        preview.getProperties().putValue(PreviewProperty.EDGE_CURVED, Boolean.FALSE);
        preview.getProperties().putValue(PreviewProperty.NODE_BORDER_WIDTH, 0.5f);
        preview.getProperties().putValue(PreviewProperty.EDGE_OPACITY, 60f);
        preview.getProperties().putValue(PreviewProperty.EDGE_THICKNESS, 4f);
        // Gephi's own PNG asks for a screen; its PDF does not.
        ExportController exports = Lookup.getDefault().lookup(ExportController.class);
        PDFExporter exporter = (PDFExporter) exports.getExporter("pdf");
        exporter.setPageSize(new PDRectangle(WIDTH, HEIGHT));
        ByteArrayOutputStream pdf = new ByteArrayOutputStream();
        exports.exportStream(pdf, exporter);
        try (PDDocument document = PDDocument.load(pdf.toByteArray())) {
            ImageIO.write(new PDFRenderer(document).renderImage(0), "png", file);
        }
    }

    private static String quoted(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder out = new StringBuilder("\"");
        for (char sign : text.toCharArray()) {
            if (sign < ' ' || sign == '"' || sign == '\\' || sign > '~') {
                out.append(String.format("\\u%04x", (int) sign));
            } else {
                out.append(sign);
            }
        }
        return out.append("\"").toString();
    }
}
